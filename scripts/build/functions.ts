import { type LookupCategory, lookupCategories } from '../../shared/rules/lookup.ts';

/** What a function's folder in dist/functions is made from. */
export interface FunctionSource {
  readonly entry: string;
  /** Files and folders of node_modules that cannot be bundled; they keep their places beside the bundle. */
  readonly packages?: readonly string[];
  /** Look-up lists of data/lookup; each is packed beside the bundle, ready to be searched. */
  readonly lists?: readonly LookupCategory[];
  /** The Dockerfile that makes the folder a container image, and what it copies; they go into `image` beside the bundle. */
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

/** The copy's fonts: one for most scripts, the others opened when a name needs them. */
const fonts = [
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  ...Object.entries({
    bengali: 'NotoSansBengali',
    devanagari: 'NotoSansDevanagari',
    kr: 'NotoSansKR',
    sc: 'NotoSansSC',
    tamil: 'NotoSansTamil',
    thai: 'NotoSansThai',
  }).map(([script, name]) => `@expo-google-fonts/noto-sans-${script}/400Regular/${name}_400Regular.ttf`),
];

/** Every function of the cloud, by the name of its bundle. */
export const functions = {
  account: { entry: 'lambdas/handlers/account.ts' },
  application: { entry: 'lambdas/handlers/application.ts' },
  documents: { entry: 'lambdas/handlers/documents.ts' },
  applicationPdf: { entry: 'lambdas/handlers/pdf.ts' },
  lookup: { entry: 'lambdas/handlers/lookup.ts', lists: lookupCategories },
  service: { entry: 'lambdas/handlers/staff.ts' },
  deviceLink: { entry: 'lambdas/handlers/device-link.ts' },
  operator: { entry: 'lambdas/handlers/operator.ts' },
  'account-mail': { entry: 'lambdas/handlers/cognito-messages.ts' },
  'conversion-inspect': { entry: 'lambdas/conversion/inspect.ts' },
  'conversion-convert': { entry: 'lambdas/conversion/convert.ts', packages: [...sharp, ...qpdf] },
  'conversion-office': {
    entry: 'lambdas/conversion/office.ts',
    packages: qpdf,
    image: 'lambdas/conversion/office-image',
  },
  'conversion-record': { entry: 'lambdas/conversion/record.ts' },
  'copy-make': { entry: 'lambdas/pdf/make.ts', packages: [...qpdf, ...fonts] },
} as const satisfies Readonly<Record<string, FunctionSource>>;

export type FunctionName = keyof typeof functions;
