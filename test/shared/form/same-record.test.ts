import { expect, it } from 'vitest';
import { namesSameRecord } from '../../../shared/form/index.ts';

it.each([
  ['747 Lantern Avenue', '747 Lantern Avenue', true],
  ['747 Lantern Avenue', '749 Lantern Avenue', true],
  ['747 Lantern Avenue', '747 Lantern Ave', true],
  ['747 Lantern Ave', '747 lantern avenue, Apt 4', true],
  ['123 Main St', 'Apt 4, 123B Main Street', true],
  ['12 N Oak St', '12 North Oak Street', true],
  ['Calle Álamo 7', 'calle alamo 9', true],
  ['747 Lantern Avenue', '99 Nowhere Rd', false],
  ['12 Oak Street', '12 Oakley Street', false],
  ['12 Oak Street', '12 Oak Lane', false],
  ['747 Lantern Avenue', '747', false],
  ['747 Lantern Avenue', '', false],
  ['', '', false],
])('the address %s typed over as %s is the same street: %s', (found, typed, isSame) => {
  expect(namesSameRecord('address', found, typed)).toBe(isSame);
});

it.each([
  ['Stargazer High School', 'Stargazer High School', true],
  ['Stargazer High School', ' stargazer  high school', true],
  ["St. Mary's Academy", 'St Mary’s Academy', true],
  ['Stargazer High School', 'Stargazer High School North', false],
  ['Stargazer High School', 'Stargazer High', false],
  ['Stargazer High School', '', false],
  ['', '', false],
])('the school %s typed over as %s is the same: %s', (found, typed, isSame) => {
  expect(namesSameRecord('hs_ceeb', found, typed)).toBe(isSame);
  expect(namesSameRecord('college_ceeb', found, typed)).toBe(isSame);
});

it.each([
  ...[
    ['Aly', 'Alley'],
    ['Av', 'Avenue'],
    ['Ave', 'Avenue'],
    ['Blvd', 'Boulevard'],
    ['Cir', 'Circle'],
  ],
  ...[
    ['Ct', 'Court'],
    ['Dr', 'Drive'],
    ['E', 'East'],
    ['Ft', 'Fort'],
    ['Hwy', 'Highway'],
    ['Ln', 'Lane'],
  ],
  ...[
    ['Mt', 'Mount'],
    ['N', 'North'],
    ['NE', 'Northeast'],
    ['NW', 'Northwest'],
    ['Pkwy', 'Parkway'],
  ],
  ...[
    ['Pl', 'Place'],
    ['Rd', 'Road'],
    ['Rte', 'Route'],
    ['S', 'South'],
    ['SE', 'Southeast'],
    ['Sq', 'Square'],
  ],
  ...[
    ['St', 'Street'],
    ['SW', 'Southwest'],
    ['Ter', 'Terrace'],
    ['Trl', 'Trail'],
    ['W', 'West'],
  ],
])('a street may be typed with %s for %s', (short, long) => {
  expect(namesSameRecord('address', `7 Lantern ${long}`, `7 Lantern ${short}`)).toBe(true);
});

it.each([
  ['7', '7', true],
  ['7', '8', false],
])('a found address that is only the number %s is compared with %s by it: %s', (found, typed, isSame) => {
  expect(namesSameRecord('address', found, typed)).toBe(isSame);
});
