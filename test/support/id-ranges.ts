/** The ids in a cell of a table: '1.2.6–1.2.8, 1.3.1' has four, and 'REQU-07–REQU-09' three. */
export const idsIn = (cell: string): readonly string[] =>
  cell.split(', ').flatMap((each) => {
    const [first = '', last = first] = each.split('–');
    const digits = /\d+$/.exec(first)?.[0] ?? '';
    const stem = first.slice(0, first.length - digits.length);
    const count = Number(last.slice(stem.length)) - Number(digits) + 1;
    return Array.from(
      { length: count },
      (_, index) => `${stem}${String(Number(digits) + index).padStart(digits.length, '0')}`,
    );
  });
