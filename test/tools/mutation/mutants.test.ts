import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/build/root.ts';
import { equivalents, isSame } from '../../../scripts/lab/mutation/equivalent.ts';
import { mutantsIn, withMutants } from '../../../scripts/lab/mutation/mutants.ts';
import { filesIn, parts } from '../../../scripts/lab/mutation/parts.ts';
import { sampleOf } from '../../../scripts/lab/mutation/run.ts';
import { shareOf } from '../../../scripts/lab/mutation/score.ts';

const changes = (source: string) =>
  mutantsIn('source.ts', source).map(({ from, becomes }) => `${from} -> ${becomes ?? 'removed'}`);

describe('mutants', () => {
  it.each<[what: string, source: string, expected: readonly string[]]>([
    [
      'a condition and its boundary',
      'if (age < 18) x++;',
      [
        'age < 18 -> age <= 18',
        'age < 18 -> age >= 18',
        'age < 18 -> true',
        'age < 18 -> false',
        'x++ -> x--',
      ],
    ],
    ['a loop, but never into one without an end', 'while (a) b;', ['a -> false']],
    ['logical operators', 'x = a && b;', ['x = a && b; -> removed', 'a && b -> a || b']],
    ['values that may be missing', 'const x = a ?? b;', ['a ?? b -> a && b']],
    ['comparisons', 'const x = a === b;', ['a === b -> a !== b']],
    ['negations', 'const x = !a;', ['!a -> a']],
    [
      'arithmetic, but not joined texts',
      "const x = [a * b, a + 'b'];",
      ["[a * b, a + 'b'] -> []", 'a * b -> a / b', "'b' -> ''"],
    ],
    [
      'texts and arrays, also empty ones',
      "const x = ['', `a`];",
      ["['', `a`] -> []", "'' -> 'mutant'", '`a` -> ``'],
    ],
    ['booleans', 'const x = true;', ['true -> false']],
    [
      'methods',
      'const x = a.trim().startsWith(b);',
      ['a.trim().startsWith(b) -> a.trim().endsWith(b)', 'a.trim() -> a'],
    ],
    ['statements', 'save(); throw error;', ['save(); -> removed', 'throw error; -> removed']],
    [
      'what is returned',
      'const f = (a) => a.b; const g = () => { return; };',
      ['a.b -> undefined', 'return; -> removed'],
    ],
    [
      'no types, imports or names',
      "import { a } from 'a'; type B = 'b'; const c: 'c' = a as 'c'; f({ 'd': a });",
      ["f({ 'd': a }); -> removed"],
    ],
  ])('change %s', (_what, source, expected) => {
    expect(changes(source)).toEqual(expected);
  });

  it('are all put into one file, and stay off until one is switched on', () => {
    const source = "if (a && b) save('x');\n";
    const numbered = mutantsIn('source.ts', source).map((mutant, index) => ({
      ...mutant,
      number: index + 1,
    }));
    const [first, ...lines] = withMutants(source, numbered, './switch.ts').split('\n');
    expect(first).toBe("import { isOn } from './switch.ts';");
    const text = lines.join('\n');
    const results = [0, 1, 2, 3, 4, 5].map((active) => {
      const saved: string[] = [];
      const run = new Function('isOn', 'a', 'b', 'save', text);
      run(
        (number: number) => number === active,
        true,
        false,
        (value: string) => saved.push(value),
      );
      return saved;
    });
    expect(changes(source)).toHaveLength(5);
    // off, with "or", always, never, without the call, with an empty text
    expect(results).toEqual([[], ['x'], ['x'], [], [], []]);
  });

  it.each(Object.keys(parts))('of %s leave files that can be read', (part) => {
    for (const file of filesIn(root, [part], /\.ts$/)) {
      const source = readFileSync(join(root, file), 'utf8');
      const numbered = mutantsIn(file, source).map((mutant, index) => ({ ...mutant, number: index + 1 }));
      expect(() => mutantsIn(file, withMutants(source, numbered, './switch.ts')), file).not.toThrow();
    }
  });

  it.each(equivalents.map((each) => [`${each.file}: ${each.from} -> ${each.becomes}`, each] as const))(
    'that nobody could notice are still there: %s',
    (_name, equivalent) => {
      const mutants = mutantsIn(equivalent.file, readFileSync(join(root, equivalent.file), 'utf8'));
      expect(mutants.filter((mutant) => isSame(mutant, equivalent)).length).toBeGreaterThan(0);
    },
  );
});

describe('a sample of mutants', () => {
  const all = Array.from({ length: 100 }, (_, index) => index);

  it('is the same for the same seed, in the order of the source', () => {
    const sample = sampleOf(all, 10, 7);
    expect(sample).toHaveLength(10);
    expect(sample).toEqual(sampleOf(all, 10, 7));
    expect(sample).toEqual([...sample].sort((one, other) => one - other));
    expect(sample).not.toEqual(sampleOf(all, 10, 8));
  });

  it('is everything when there is no more', () => expect(sampleOf(all, 1000, 1)).toEqual(all));

  it('says how far the share of all may be from its own', () => {
    const { share, low, high } = shareOf(90, 100, 1_000_000);
    expect(share).toBe(0.9);
    // Wilson's interval for 90 of 100
    expect(low).toBeCloseTo(0.826, 3);
    expect(high).toBeCloseTo(0.945, 3);
  });

  it('is exact when all were tried', () => {
    expect(shareOf(90, 100, 100)).toEqual({ share: 0.9, low: 0.9, high: 0.9 });
  });
});
