import { ask, notEquals, radio, section, when } from '../../form/index.ts';
import type { Partner } from '../../partners/partner.ts';
import { act } from './act.ts';
import { sat } from './sat.ts';

/** Applicants who choose a review without test scores are not asked for any. */
export const tests = (partner: Partner, year: number) =>
  section('Tests', [
    ask({ test_optional: radio('Do you want us to review your application without test scores?') }),
    when(notEquals('test_optional', 'Y'), [sat(partner, year), act(partner, year)]),
  ]);
