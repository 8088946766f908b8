/** Members of a partner that the office changes in the console without a deployment. */
export const settingNames = [
  'deadlines',
  'maintenance',
  'dateBanner',
  'beforeYouStart',
  'nextSteps',
  'decision',
  'help',
] as const;
export type SettingName = (typeof settingNames)[number];
