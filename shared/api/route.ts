/**
 * Who may make a call. `public`: anybody. `applicant`: whoever holds a valid session. `ending`: with or without a
 * valid session, because logging out must always work. `service`: staff, whose token in the query opens one application.
 */
export type Access = 'public' | 'applicant' | 'ending' | 'service';

/** Where a call goes. The browser, the CDK app and the functions read this one value. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
}
