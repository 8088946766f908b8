import type { Partner } from '../partners/partner.ts';

/**
 * Readers decide about applications. The office works with them. Systems get packages and exports, and the
 * university reports from them.
 */
export type Audience = keyof NonNullable<Partner['copies']>;

/**
 * Questions that an audience does not see, unless the partner decides otherwise. Readers must not learn of
 * answers that may not play a part in the decision. Questions that depend on these are hidden too.
 */
const defaultHides: Readonly<Record<Audience, readonly string[]>> = {
  reader: [
    ...['race', 'ethnicity', 'gender', 'birth_date', 'alien_registration_number'],
    ...['felony', 'conviction'],
  ],
  office: [],
  systems: [],
};

/** The keys of questions and the titles of sections that an audience does not see. */
export const hidesFor = ({ copies }: Partner, audience: Audience): readonly string[] =>
  copies?.[audience]?.hides ?? defaultHides[audience];
