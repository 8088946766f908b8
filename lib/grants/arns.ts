import type { Grant } from '../constructs/function-role.ts';

/** The ARNs of the resources that grants name. */
export interface ResourceArns {
  readonly table: string;
  readonly auditTable: string;
  readonly uploads: string;
  readonly documents: string;
  readonly packages: string;
  readonly userPool: string;
  /** Every identity of the account. Grants limit them to `mailFrom`. */
  readonly mailIdentities: string;
  /** The address from which mails are sent. */
  readonly mailFrom: string;
  readonly mailConfigurationSet: string;
  readonly originSecret: string;
  readonly pepperSecret: string;
  /** The secret of the user pool's client. */
  readonly clientSecret: string;
  readonly staffTokenSecret: string;
  /** The client secret of the staff console at the identity provider. */
  readonly staffClientSecret: string;
  readonly conversionMachine: string;
  readonly applicationPdfMachine: string;
  /** Mails applicants, and delivers submitted applications to the university. */
  readonly outboxFunction: string;
  /** Amazon Location's place provider; undefined where addresses come from a list. */
  readonly geoPlaces: string | undefined;
}

export type DataArns = Pick<ResourceArns, 'table' | 'auditTable' | 'uploads' | 'documents'>;

/** The resources that grants are about. A function's environment names these and no others. */
export const namedIn = (grants: readonly Grant[], arns: ResourceArns): readonly (keyof ResourceArns)[] => {
  const granted = grants.flatMap(({ resources }) => resources);
  const isNamed = (arn: string) => granted.some((each) => each === arn || each.startsWith(`${arn}/`));
  return Object.entries(arns)
    .filter(([, arn]) => arn !== undefined && isNamed(arn))
    .map(([name]) => name as keyof ResourceArns);
};
