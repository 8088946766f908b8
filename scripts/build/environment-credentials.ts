/**
 * Replaces the SDK's credential chain in the bundles. Lambda always passes the role's keys in environment
 * variables; the rest of the chain (profiles, SSO, metadata servers) is a quarter of a bundle and never runs.
 */
export const defaultProvider = () => async () => ({
  accessKeyId: fromEnvironment('AWS_ACCESS_KEY_ID'),
  secretAccessKey: fromEnvironment('AWS_SECRET_ACCESS_KEY'),
  ...(process.env.AWS_SESSION_TOKEN && { sessionToken: process.env.AWS_SESSION_TOKEN }),
});

const fromEnvironment = (name: string) => {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`${name} is not set`);
};
