import type { DeploymentSettings } from 'matricula';

/** The groups of the identity provider that have each role of the staff console. */
const staff = {
  provider: { kind: 'oidc', issuer: 'https://login.example.edu', clientId: 'matricula' },
  roles: {
    reader: ['admissions-readers'],
    records: ['admissions-records'],
    office: ['admissions-office'],
    director: ['admissions-directors'],
  },
} as const satisfies DeploymentSettings['staff'];

/**
 * Every deployment, by its name: `--stage dev`. Each setting is explained in docs/deploy.md. A production
 * deployment with an example address, such as those below, is refused.
 */
export default [
  {
    name: 'dev',
    environment: 'development',
    region: 'us-east-1',
    mail: { from: 'admissions@example.edu' },
    converter: { kind: 'image' },
    addresses: 'list',
    removal: 'destroy',
    rejectCommonPasswords: false,
    firewall: 'off',
    staff,
    throttle: { rate: 200, burst: 400 },
  },
  {
    name: 'prod',
    environment: 'production',
    region: 'us-east-1',
    // domain: {
    //   name: 'apply.northernlakes.example',
    //   hostedZone: { id: 'Z0123456789ABCDEFGHIJ', name: 'apply.northernlakes.example' },
    // },
    mail: { from: 'admissions@example.edu', sesIdentity: 'example.edu' },
    converter: { kind: 'image' },
    addresses: 'amazon-location',
    removal: 'retain',
    alarmEmail: 'admissions-operators@example.edu',
    monthlyBudget: 500,
    rejectCommonPasswords: true,
    firewall: 'block',
    staff,
    throttle: { rate: 2000, burst: 4000 },
  },
] satisfies readonly DeploymentSettings[];
