import * as z from 'zod/mini';

const setting = z.string().check(z.minLength(1));

/**
 * An environment variable that the CDK app sets. The error names a missing one, because that is a mistake in
 * the deployment.
 */
export function environment(name: string): string {
  const parsed = setting.safeParse(process.env[name]);
  if (!parsed.success) throw new Error(`The environment variable ${name} is missing.`);
  return parsed.data;
}
