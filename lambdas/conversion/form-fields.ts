import { PDFArray, type PDFDict } from '@cantoo/pdf-lib';
import { boxOf, colorOf, type Drawing, lineWidthOf, textStyleOf } from './drawing.ts';
import { entriesOf, itemsIn, numberIn, textIn } from './pdf-entries.ts';
import { rejectFile, rejectionMessages } from './rejections.ts';

const flags = {
  ...{ multiline: 1 << 12, password: 1 << 13, radio: 1 << 15 },
  ...{ pushButton: 1 << 16, combo: 1 << 17, comb: 1 << 24 },
};

/** Marks of checkboxes and radio buttons by their characters in the font ZapfDingbats. */
const marks: Readonly<Record<string, string>> = { 4: '✔', 8: '✘', l: '●', u: '◆', n: '■', H: '★' };

/** A field's value as readers show it; undefined for fields without text, such as checkboxes. */
export const fieldText = (widget: PDFDict): string | undefined => {
  const { inherited } = entriesOf(widget);
  const type = textIn(inherited('FT'));
  if (type !== 'Tx' && type !== 'Ch') return undefined;
  const value = inherited('V');
  const texts = (value instanceof PDFArray ? itemsIn(value) : [value]).map((each) => textIn(each) ?? '');
  const options = itemsIn(inherited('Opt')).map((option) => itemsIn(option).map(textIn));
  const labels = new Map(options.map(([code, label]) => [code, label]));
  return texts.map((each) => labels.get(each) ?? each).join('\n');
};

/** A field as readers draw it without an appearance: background, border and value. */
export const fieldDrawing = (widget: PDFDict, form: unknown): Drawing | undefined => {
  const { inherited, value } = entriesOf(widget);
  const has = (flag: keyof typeof flags) => ((numberIn(inherited('Ff')) ?? 0) & flags[flag]) !== 0;
  const box = boxOf(widget);
  const look = entriesOf(value('MK'));
  const [stroke, fill] = [colorOf(look.numbers('BC')), colorOf(look.numbers('BG'))];
  const content = fieldText(widget);
  const text =
    content === undefined ? markOf(widget, has) : has('password') ? '*'.repeat(content.length) : content;
  if (box === undefined || (text.trim() === '' && stroke === undefined && fill === undefined))
    return undefined;
  const style = textStyleOf(
    textIn(inherited('DA')) ?? entriesOf(form).text('DA'),
    content === undefined ? 1 : (numberIn(inherited('Q')) ?? entriesOf(form).number('Q')),
  );
  const isList = textIn(inherited('FT')) === 'Ch' && !has('combo');
  return {
    ...{ box, stroke, fill, lineWidth: lineWidthOf(widget), turned: look.number('R') },
    shape: content === undefined && has('radio') ? 'ellipse' : 'rectangle',
    text: {
      ...{ text, ...style },
      isMultiline: content !== undefined && (has('multiline') || isList),
      cells: has('comb') ? numberIn(inherited('MaxLen')) : undefined,
    },
  };
};

/** The caption of a push button, or the mark of a checkbox or radio button that is on. */
const markOf = (widget: PDFDict, has: (flag: keyof typeof flags) => boolean) => {
  const { inherited, value, text } = entriesOf(widget);
  const caption = entriesOf(value('MK')).text('CA') ?? '';
  if (textIn(inherited('FT')) !== 'Btn') return '';
  if (has('pushButton')) return caption;
  const state = text('AS') ?? textIn(inherited('V')) ?? 'Off';
  if (state === 'Off') return '';
  // The value belongs to the whole group: any of its buttons may be on.
  if (has('radio') && !text('AS')) return rejectFile(rejectionMessages.undrawable, 'a radio button');
  return (Object.hasOwn(marks, caption) ? marks[caption] : undefined) ?? (has('radio') ? '●' : '✔');
};
