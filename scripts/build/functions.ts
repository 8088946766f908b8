import { type LookupCategory, lookupCategories } from '../../shared/rules/lookup.ts';

/** The sources of a function's folder in dist/functions. */
export interface FunctionSource {
  readonly entry: string;
  /**
   * Files and folders of node_modules that cannot be bundled. They are copied to node_modules next to the
   * bundle.
   */
  readonly packages?: readonly string[];
  /** Lists of the university's folder. Each is packed for searching into `lists` next to the bundle. */
  readonly lists?: readonly LookupCategory[];
  /**
   * The folder with the Dockerfile that makes the function a container image. It is copied to `image` next to
   * the bundle.
   */
  readonly image?: string;
}

const qpdf = ['@neslinesli93/qpdf-wasm/package.json', '@neslinesli93/qpdf-wasm/dist/qpdf.wasm'];
const sharp = [
  '@img/sharp-wasm32/package.json',
  '@img/sharp-wasm32/index.cjs',
  '@img/sharp-wasm32/lib',
  '@emnapi/runtime/package.json',
  '@emnapi/runtime/index.js',
  '@emnapi/runtime/dist/emnapi.cjs.js',
  '@emnapi/runtime/dist/emnapi.cjs.min.js',
];

/**
 * The fonts of the application PDF and of forms without appearances: the theme's, one for most scripts, and
 * others loaded when a text needs them.
 */
const fonts = [
  '@expo-google-fonts/public-sans/400Regular/PublicSans_400Regular.ttf',
  '@expo-google-fonts/public-sans/600SemiBold/PublicSans_600SemiBold.ttf',
  '@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  '@expo-google-fonts/noto-serif-tibetan/400Regular/NotoSerifTibetan_400Regular.ttf',
  ...Object.entries({
    bengali: 'NotoSansBengali',
    cherokee: 'NotoSansCherokee',
    devanagari: 'NotoSansDevanagari',
    ethiopic: 'NotoSansEthiopic',
    gujarati: 'NotoSansGujarati',
    gurmukhi: 'NotoSansGurmukhi',
    kannada: 'NotoSansKannada',
    khmer: 'NotoSansKhmer',
    kr: 'NotoSansKR',
    malayalam: 'NotoSansMalayalam',
    myanmar: 'NotoSansMyanmar',
    oriya: 'NotoSansOriya',
    sc: 'NotoSansSC',
    sinhala: 'NotoSansSinhala',
    tamil: 'NotoSansTamil',
    telugu: 'NotoSansTelugu',
    thai: 'NotoSansThai',
  }).map(([script, name]) => `@expo-google-fonts/noto-sans-${script}/400Regular/${name}_400Regular.ttf`),
];

/** Every function of the cloud, by the name of its bundle. */
export const functions = {
  account: { entry: 'lambdas/functions/account.ts' },
  applicant: { entry: 'lambdas/functions/applicant.ts' },
  public: { entry: 'lambdas/functions/public.ts', lists: lookupCategories },
  service: { entry: 'lambdas/functions/service.ts' },
  staffSession: { entry: 'lambdas/functions/staff-session.ts' },
  staff: { entry: 'lambdas/functions/staff.ts' },
  staffOffice: { entry: 'lambdas/functions/staff-office.ts' },
  'operator-link': { entry: 'lambdas/functions/operator-link.ts' },
  'operator-read': { entry: 'lambdas/functions/operator-read.ts' },
  'operator-change': { entry: 'lambdas/functions/operator-change.ts' },
  'operator-export': { entry: 'lambdas/functions/operator-export.ts' },
  'operator-report': { entry: 'lambdas/functions/operator-report.ts' },
  retention: { entry: 'lambdas/functions/retention.ts' },
  'nightly-export': { entry: 'lambdas/functions/nightly-export.ts' },
  'user-export': { entry: 'lambdas/functions/user-export.ts' },
  'conversion-begin': { entry: 'lambdas/functions/conversion-begin.ts' },
  'conversion-inspect': { entry: 'lambdas/functions/conversion-inspect.ts' },
  'conversion-convert': {
    entry: 'lambdas/functions/conversion-convert.ts',
    packages: [...sharp, ...qpdf, ...fonts],
  },
  'conversion-office': {
    entry: 'lambdas/functions/conversion-office.ts',
    packages: [...qpdf, ...fonts],
    image: 'lambdas/conversion/office-image',
  },
  'conversion-record': { entry: 'lambdas/functions/conversion-record.ts' },
  outbox: { entry: 'lambdas/functions/outbox.ts', packages: [...qpdf, ...fonts] },
  'application-pdf-make': {
    entry: 'lambdas/functions/application-pdf-make.ts',
    packages: [...qpdf, ...fonts],
  },
} as const satisfies Readonly<Record<string, FunctionSource>>;

export type FunctionName = keyof typeof functions;
