import * as v from 'valibot';

const text = v.string();

export const newAddress = v.object({ message: text, username: text });

/** All data stored about an applicant, in its stored form. */
export const ownData = v.object({
  username: text,
  sections: v.array(v.object({ title: text, items: v.array(v.record(text, v.unknown())) })),
});

/** The applicant's choice about deadline emails. */
export const reminders = v.object({ are_wanted: v.boolean() });
