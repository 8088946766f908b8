/** One JSON line about one step: never an applicant's words, names or file names. */
export const log = (event: string, details: Readonly<Record<string, unknown>>): void => {
  console.log(JSON.stringify({ event, ...details }));
};
