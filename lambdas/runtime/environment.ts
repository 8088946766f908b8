import * as z from 'zod/mini';

const setting = z.string().check(z.minLength(1));

/** A setting that the CDK app gives this function. A missing one is a fault of the deployment and is named. */
export function environment(name: string): string {
  const parsed = setting.safeParse(process.env[name]);
  if (!parsed.success) throw new Error(`The environment variable ${name} is missing.`);
  return parsed.data;
}
