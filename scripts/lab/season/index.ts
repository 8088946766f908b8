interface Options {
  readonly applicants: number;
  readonly stage: string;
  readonly measure: boolean;
}

/** Prints the load of the last day before a deadline, and its needs next to the settings of a stage. */
export async function season({ applicants, stage, measure }: Options): Promise<void> {
  if (measure) await (await import('./write-measured.ts')).writeMeasured();
  // Loaded afterward, because the model reads the file that was written.
  const { print } = await import('./print.ts');
  print(applicants, stage);
}
