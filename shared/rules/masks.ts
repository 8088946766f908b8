/** How numbers are formatted while they are typed; '#' is a digit (platform specification, point 5). */
export const masks = { phone: '(###) ###-####', ssn: '###-##-####' } as const;
