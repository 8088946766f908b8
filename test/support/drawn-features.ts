import { deflateSync } from 'node:zlib';
import type { Pixels } from './pdf-rendering.ts';
import { type Add, rawPdf, stream } from './raw-pdf.ts';
import { picture } from './samples.ts';

/** A PDF drawing feature in a square of 30 by 30 points: the entries of its resources, and its content. */
type Feature = (add: Add) => readonly [resources: string, content: string];

const square = '0 0 30 30 re f';
const jpeg = await picture('jpeg', { width: 30, height: 30 });
const tint = (add: Add) => add('<</FunctionType 2 /Domain [0 1] /C0 [0 0 0] /C1 [1 0 0] /N 1>>');
const rgbRamp = (add: Add) =>
  add(
    `<</FunctionType 3 /Domain [0 1] /Functions [${tint(add)} ${tint(add)}] /Bounds [0.5] /Encode [0 1 1 0]>>`,
  );
const spaced = (space: string, color: string) =>
  [`/ColorSpace <</C0 ${space}>>`, `/C0 cs ${color} sc ${square}`] as const;
const imaged = (image: string) => [`/XObject <</X0 ${image}>>`, '30 0 0 30 0 0 cm /X0 Do'] as const;
const imageKeys = (width: number, height = width) =>
  `/Type /XObject /Subtype /Image /Width ${width} /Height ${height}`;
const lettered = (font: string, text: string) =>
  [`/Font <</F0 ${font}>>`, `BT /F0 24 Tf 4 6 Td ${text} Tj ET`] as const;
const stateful = (state: string) =>
  [`/ExtGState <</G0 ${state}>>`, `0.5 g ${square} /G0 gs 1 0 0 rg 5 5 20 20 re f`] as const;

/** An all-black bitmap of 8 by 8 pixels as a fax machine encodes it (ITU-T T.6). */
const faxed = Buffer.from('26a2fffe002002', 'hex');

/** The same as JBIG2: a part that images share (a comment), the size of the page, and one region. */
export const sharedPart = Buffer.from('000000003e0001000000084000000053484152', 'hex');
const jbig2 = Buffer.concat([
  Buffer.from('0000000130000100000013', 'hex'),
  Buffer.from('00000008000000080000000000000000000000', 'hex'),
  Buffer.from(`000000022600010000001900000008000000080000000000000000${'00'}01`, 'hex'),
  faxed,
]);

/** Everything that the pages of real documents draw with. */
export const features: Readonly<Record<string, Feature>> = {
  'text with other glyphs': (add) =>
    lettered(
      add(
        `<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding ${add('<</Type /Encoding /Differences [65 /Omega /germandbls /Aring]>>')}>>`,
      ),
      '(BC)',
    ),
  'Chinese text': (add) =>
    lettered(
      add(
        `<</Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /UniGB-UCS2-H /DescendantFonts [${add(
          `<</Type /Font /Subtype /CIDFontType0 /BaseFont /Song /DW 1000 /CIDSystemInfo <</Registry (Adobe) /Ordering (GB1) /Supplement 2>> /FontDescriptor ${add('<</Type /FontDescriptor /FontName /Song /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 /Style <</Panose <010500000000000000000000>>>>>>')}>>`,
        )}] /ToUnicode ${add(stream('', '/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfchar <0041> <0041> endbfchar endcmap end end'))}>>`,
      ),
      '<0041>',
    ),
  'a drawn font': (add) =>
    lettered(
      add(
        `<</Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 97 /Widths [1000] /Encoding <</Type /Encoding /Differences [97 /box]>> /CharProcs <</box ${add(stream('', '1000 0 d0 /P0 cs 1 0 0 sc 0 0 900 900 re f'))}>> /Resources <</ColorSpace <</P0 /DeviceRGB>>>>>>`,
      ),
      '(a)',
    ),
  'a repeated pattern': (add) => [
    `/Pattern <</P0 ${add(stream('/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 6 6] /XStep 6 /YStep 6 /Resources <</ExtGState <</G0 <</ca 0.5>>>>>>', '/G0 gs 0 0 1 rg 0 0 3 3 re f'))}>>`,
    `/Pattern cs /P0 scn ${square}`,
  ],
  'a pattern of a gradient': (add) => [
    `/Pattern <</P0 ${add(`<</Type /Pattern /PatternType 2 /Shading <</ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 400 400] /Extend [true true] /Function ${rgbRamp(add)}>>>>`)}>>`,
    `/Pattern cs /P0 scn ${square}`,
  ],
  'a round gradient': (add) => [
    `/Shading <</S0 ${add(`<</ShadingType 3 /ColorSpace /DeviceRGB /Coords [15 15 0 15 15 15] /Extend [true true] /Function ${rgbRamp(add)}>>`)}>>`,
    '/S0 sh',
  ],
  'a calculated gradient': (add) => [
    `/Shading <</S0 ${add(`<</ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [30 0 0 30 0 0] /Function ${add(stream('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', '{ 0.5 }'))}>>`)}>>`,
    '/S0 sh',
  ],
  'a mesh': (add) => [
    `/Shading <</S0 ${add(stream('/ShadingType 4 /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 30 0 30 0 1 0 1 0 1]', Buffer.from('000000ff000000ff0000ff0000ffff0000ff', 'hex')))}>>`,
    '/S0 sh',
  ],
  'a color of ink': (add) => spaced(add(`[/Separation /Spot /DeviceRGB ${tint(add)}]`), '0.7'),
  'several inks': (add) =>
    spaced(
      add(
        `[/DeviceN [/Spot /Varnish] /DeviceRGB ${add(stream('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', '{ 0.3 }'))} <</Subtype /DeviceN /Colorants <</Spot [/Separation /Spot /DeviceRGB ${tint(add)}]>>>>]`,
      ),
      '0.7 0.2',
    ),
  'a measured color': () =>
    spaced('[/Lab <</WhitePoint [0.9505 1 1.089] /Range [-100 100 -100 100]>>]', '50 60 20'),
  'a calibrated color': () =>
    spaced('[/CalRGB <</WhitePoint [0.9505 1 1.089] /Gamma [2.2 2.2 2.2]>>]', '0.8 0.3 0.1'),
  'a color with a profile': (add) =>
    spaced(
      `[/ICCBased ${add(stream('/N 3 /Alternate /DeviceRGB /Range [0 1 0 1 0 1]', 'profile'))}]`,
      '0.1 0.6 0.9',
    ),
  'a palette': (add) =>
    imaged(
      add(
        stream(
          `${imageKeys(2)} /BitsPerComponent 8 /ColorSpace [/Indexed /DeviceRGB 1 ${add(stream('', Buffer.from('ff000000ff00', 'hex')))}]`,
          Buffer.from('00010100', 'hex'),
        ),
      ),
    ),
  'a photo': (add) =>
    imaged(
      add(
        stream(
          `${imageKeys(30)} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode /DecodeParms <</ColorTransform 1>>`,
          jpeg,
        ),
      ),
    ),
  'a compressed image': (add) =>
    imaged(
      add(
        stream(
          `${imageKeys(2)} /BitsPerComponent 8 /ColorSpace /DeviceGray /Decode [0 0.6] /Filter [/FlateDecode] /DecodeParms [<</Predictor 15 /Columns 2>>]`,
          deflateSync(Buffer.from('0110e0011010', 'hex')),
        ),
      ),
    ),
  'a faxed page': (add) =>
    imaged(
      add(
        stream(
          `${imageKeys(8)} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms <</K -1 /Columns 8 /Rows 8 /EndOfBlock false>>`,
          faxed,
        ),
      ),
    ),
  'a scanned page': (add) =>
    imaged(
      add(
        stream(
          `${imageKeys(8)} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode /DecodeParms <</JBIG2Globals ${add(stream('', sharedPart))}>>`,
          jbig2,
        ),
      ),
    ),
  'an image with a soft edge': (add) =>
    imaged(
      add(
        stream(
          `${imageKeys(1)} /BitsPerComponent 8 /ColorSpace /DeviceRGB /SMask ${add(stream(`${imageKeys(2)} /BitsPerComponent 8 /ColorSpace /DeviceGray /Matte [1 1 1]`, Buffer.from('80ff2040', 'hex')))}`,
          Buffer.from('0000ff', 'hex'),
        ),
      ),
    ),
  'an image with a cut-out': (add) =>
    imaged(
      add(
        stream(
          `${imageKeys(1)} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Mask ${add(stream(`${imageKeys(2)} /ImageMask true /BitsPerComponent 1`, Buffer.from('8040', 'hex')))}`,
          Buffer.from('0000ff', 'hex'),
        ),
      ),
    ),
  'a transparent color': (add) =>
    imaged(
      add(
        stream(
          `${imageKeys(2)} /BitsPerComponent 8 /ColorSpace /DeviceGray /Mask [0 16]`,
          Buffer.from('00808000', 'hex'),
        ),
      ),
    ),
  'a stencil': (add) => {
    const [resources, content] = imaged(
      add(
        stream(
          `${imageKeys(2)} /ImageMask true /BitsPerComponent 1 /Decode [1 0]`,
          Buffer.from('8040', 'hex'),
        ),
      ),
    );
    return [resources, `0 0.5 0 rg ${content}`];
  },
  'an image in the content': () => [
    '',
    '30 0 0 30 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /RGB /F /AHx ID 00ff00> EI',
  ],
  transparency: () => stateful('<</Type /ExtGState /ca 0.4 /BM /Multiply>>'),
  'a soft mask': (add) =>
    stateful(
      `<</Type /ExtGState /SMask <</Type /Mask /S /Luminosity /BC [0] /G ${add(stream('/Type /XObject /Subtype /Form /BBox [0 0 400 400] /Group <</S /Transparency /CS /DeviceGray>> /Resources <<>>', '0.6 g 0 0 400 400 re f'))} /TR ${add('<</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1>>')}>>>>`,
    ),
  'a font of the graphics state': (add) => [
    `/ExtGState <</G0 <</Font [${add('<</Type /Font /Subtype /Type1 /BaseFont /Times-Bold>>')} 24]>>>>`,
    'BT /G0 gs 4 6 Td (R) Tj ET',
  ],
  'a form in a form': (add) => {
    const inner = add(stream('/Type /XObject /Subtype /Form /BBox [0 0 15 15]', '1 0 1 rg 0 0 30 30 re f'));
    const outer = add(
      stream(
        `/Type /XObject /Subtype /Form /BBox [0 0 30 30] /Matrix [1 0 0 1 5 5] /Group <</S /Transparency /I true>> /Resources <</XObject <</X0 ${inner}>>>>`,
        '/X0 Do',
      ),
    );
    return [`/XObject <</X0 ${outer}>>`, '/X0 Do'];
  },
  'text for a screen reader': (add) => [
    `/Properties <</M0 ${add('<</MCID 0 /ActualText (A square)>>')}>>`,
    `/Span /M0 BDC 0.2 g ${square} EMC`,
  ],
};

/** The layers of the document below, in squares after those of the features, and whether they show. */
export const layers: readonly (readonly [name: string, isShown: boolean])[] = [
  ['a layer', true],
  ['a hidden layer', false],
  ['an image in a hidden layer', false],
  ['two layers, of which one is hidden', false],
  ['a layer that is only printed', false],
];

/** Where a square is on the page, from its lower left corner. */
const placeOf = (index: number) => ({ x: 20 + (index % 6) * 40, y: 20 + Math.floor(index / 6) * 40 });

/**
 * For each square, returns true if it contains a drawing. The page is shown rotated, without its margin of 10
 * points.
 */
export const drawnSquares = ({
  width,
  data,
}: Pixels): readonly (readonly [name: string, isDrawn: boolean])[] =>
  [...Object.keys(features), ...layers.map(([name]) => name)].map((name, index) => {
    const { x, y } = placeOf(index);
    const dots = Array.from({ length: 28 * 28 }, (_, at) => {
      const [across, up] = [x - 10 + 1 + (at % 28), y - 10 + 1 + Math.floor(at / 28)];
      return (across * width + up) * 4;
    });
    return [name, dots.some((at) => (data[at] ?? 255) + (data[at + 1] ?? 255) + (data[at + 2] ?? 255) < 700)];
  });

/**
 * A PDF with one rotated page that contains every feature and layer in its square. The page inherits its size
 * and resources from the page tree.
 */
export const featuresPdf = (): Buffer =>
  rawPdf((add) => {
    const [shown, hidden, printed] = [
      add('<</Type /OCG /Name (Plan)>>'),
      add('<</Type /OCG /Name (Notes)>>'),
      add('<</Type /OCG /Name (Frame) /Usage <</View <</ViewState /OFF>> /Print <</PrintState /ON>>>>>>'),
    ];
    const both = add(`<</Type /OCMD /OCGs [${shown} ${hidden}] /P /AllOn>>`);
    const inLayer =
      (layer: string): Feature =>
      () => [`/Properties <</L0 ${layer}>>`, `/OC /L0 BDC 0 0 1 rg ${square} EMC`];
    const hiddenImage = (inner: Add) =>
      imaged(
        inner(
          stream(
            `${imageKeys(1)} /BitsPerComponent 8 /ColorSpace /DeviceGray /OC ${hidden}`,
            Buffer.alloc(1),
          ),
        ),
      );
    const drawn: readonly Feature[] = [
      ...Object.values(features),
      inLayer(shown),
      inLayer(hidden),
      hiddenImage,
      inLayer(both),
      inLayer(printed),
    ];
    const forms = drawn.map((feature, index) => {
      const [resources, content] = feature(add);
      const { x, y } = placeOf(index);
      const form = `/Type /XObject /Subtype /Form /BBox [0 0 30 30] /Matrix [1 0 0 1 ${x} ${y}] /Resources <<${resources}>>`;
      return `/X${index} ${add(stream(form, content))}`;
    });
    const resources = add(`<</ProcSet [/PDF /Text] /XObject <<${forms.join(' ')}>>>>`);
    const contents = forms.map((_, index) => add(stream('', `q /X${index} Do Q`)));
    const state = `/OCGs [${shown} ${hidden} ${printed}] /D <</OFF [${hidden}] /AS [<</Event /View /Category [/View] /OCGs [${printed}]>> <</Event /Print /Category [/Print] /OCGs [${printed}]>>]>>`;
    return {
      catalog: `/OCProperties <<${state}>>`,
      pages: `/MediaBox [0 0 280 300] /CropBox [10 10 270 290] /Rotate 90 /Resources ${resources}`,
      page: `/Contents [${contents.join(' ')}] /Group <</S /Transparency /CS /DeviceRGB>>`,
    };
  });
