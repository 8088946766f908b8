import { describe, expect, it } from 'vitest';
import { isConfirmationCode, isEmailAddress, normalizeUsername } from '../../../shared/rules/account.ts';
import { confirmationNumber, isConfirmationNumber } from '../../../shared/rules/confirmation.ts';
import { passwordErrors } from '../../../shared/rules/password.ts';
import { fileError, formatSize, uploadMessages } from '../../../shared/rules/upload.ts';
import { webStatusOf } from '../../../shared/rules/web-status.ts';

describe('a new password', () => {
  it.each([
    ['Aaaaaaaaaa1!', []],
    ['Aaaaaaaaa1!', ['is at least 12 characters']],
    ['aaaaaaaaaaa1!', ['contains an uppercase letter']],
    ['AAAAAAAAAAA1!', ['contains a lowercase letter']],
    ['Aaaaaaaaaaaa!', ['contains a number']],
    ['Aaaaaaaaaaa11', ['contains a special character']],
    ['Aaaaaaaaa 1\\1', ['contains a special character']],
    [' Aaaaaaaaaaa1!', ['does not start or end with a space']],
    ['Aaaaaaaaaaa1! ', ['does not start or end with a space']],
    [`Aa1!${'x'.repeat(125)}`, ['is at most 128 characters']],
  ])('%j fails %j [AU-07, AU-08, AU-09, AU-10, AU-11, AU-12]', (password, missing) => {
    expect(passwordErrors(password)).toEqual(missing);
  });

  it.each([...'~!@#&;:><$%^*_,"`\'|=+.?][(){}/-'])(
    'accepts %s as its special character [AU-11]',
    (character) => {
      expect(passwordErrors(`Aaaaaaaaaaa1${character}`)).toEqual([]);
    },
  );
});

describe('an email address', () => {
  it.each(['a.b+c_d-e@x.co', 'A@B.co', `${'a'.repeat(123)}@b.co`])('may be %s [AU-03]', (address) => {
    expect(isEmailAddress(address)).toBe(true);
  });
  it.each(['a@b', 'a b@c.de', 'a!@c.de', '@c.de', 'a@b..c', `${'a'.repeat(124)}@b.co`])(
    'may not be %s [AU-03]',
    (address) => {
      expect(isEmailAddress(address)).toBe(false);
    },
  );
  it('is stored trimmed and in lower case', () => {
    expect(normalizeUsername(' A@B.Co ')).toBe('a@b.co');
  });
});

it('a confirmation code is exactly six digits [AU-17]', () => {
  expect(['123456', '12345', '1234567', '12a456'].map(isConfirmationCode)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

describe('the web status', () => {
  it.each([
    [[], null],
    [['started'], 'started'],
    [['started', 'started'], 'started'],
    [['started', 'nonsense'], 'started'],
    [['started', 'validating'], 'validating'],
    [['started', 'validating', 'submitted'], 'submitted'],
  ])('of %j is %j [ST-01, ST-02, ST-03]', (entries, status) => {
    expect(webStatusOf(entries.map((web_status) => ({ web_status })))).toBe(status);
  });
});

describe('a confirmation number', () => {
  it('has a check character that detects any single wrong character', () => {
    const number = confirmationNumber('NLU');
    expect(number).toMatch(/^NLU-[2-9A-HJ-NP-Z]{8}$/);
    expect(isConfirmationNumber(number)).toBe(true);
    for (let position = 4; position < 12; position++) {
      const other = number[position] === 'A' ? 'B' : 'A';
      expect(isConfirmationNumber(number.slice(0, position) + other + number.slice(position + 1))).toBe(
        false,
      );
    }
  });
});

describe('an uploaded file', () => {
  it.each([
    ['a.pdf', 1, undefined],
    ['A.PDF', 1_048_576, undefined],
    ['a.pdf', 1_048_577, uploadMessages.tooLarge],
    ['a.pdf', 0, uploadMessages.empty],
    ['a.gif', 1, uploadMessages.type],
    ['pdf', 1, uploadMessages.type],
    [`${'a'.repeat(28)}.pdf`, 1, undefined],
    [`${'a'.repeat(29)}.pdf`, 1, uploadMessages.name],
    ['Ada "Augusta" Lindgren, Zeugnis.pdf'.slice(3), 1, undefined],
    ['../evil.pdf', 1, uploadMessages.characters],
    ['C:\\evil.pdf', 1, uploadMessages.characters],
    ['a\r\nb.pdf', 1, uploadMessages.characters],
    ['a\tb.pdf', 1, uploadMessages.characters],
    ['a\u2028b.pdf', 1, uploadMessages.characters],
    // A photo that is too large is made smaller and gets a shorter name.
    [`${'a'.repeat(31)}.jpg`, 1_048_577, uploadMessages.tooLarge],
    [`${'a'.repeat(31)}.gif`, 1_048_577, uploadMessages.type],
  ])('%j of %i bytes is accepted or rejected [UP-03, UP-04, UP-05, UP-06]', (name, size, problem) => {
    expect(fileError({ name, size })).toBe(problem);
  });
  it('shows its size in whole units [IN-13]', () => {
    expect(formatSize(12_345)).toBe('12 KB');
  });
});
