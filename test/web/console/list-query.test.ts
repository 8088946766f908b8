import { describe, expect, it } from 'vitest';
import { staffList } from '../../../shared/api/console.ts';
import { filterText } from '../../../web/console/filters.ts';
import {
  activeFilters,
  orderAfterPress,
  parseListQuery,
  searchOf,
  withoutFilters,
  withValues,
} from '../../../web/console/list-query.ts';
import { partner } from '../../support/form.ts';

const parse = (search: string) => parseListQuery(new URLSearchParams(search));

describe('the URL of the list', () => {
  it('has the parameters of the call, and nothing else', () => {
    const query = parse('?missing=transcript&q=%20lind%20&utm=1&term=&after=abc');
    expect(query).toEqual({ missing: 'transcript', q: 'lind', after: 'abc' });
    expect(staffList.listApplications.query.parse(query)).toEqual(query);
    expect(parse(searchOf(query))).toEqual(query);
    expect(searchOf({})).toBe('');
  });

  it('starts on the first page after a change, and loses a value that is removed', () => {
    const query = parse('?q=lind&sort=name&after=abc');
    expect(withValues(query, { missing: 'transcript' })).toEqual({
      ...{ q: 'lind', sort: 'name', missing: 'transcript' },
    });
    expect(withValues(query, { q: '' })).toEqual({ sort: 'name' });
    expect(withValues(query, { after: 'def' })).toEqual({ ...query, after: 'def' });
    expect(withoutFilters(query)).toEqual({ sort: 'name' });
  });

  it('is described by its filters in words', () => {
    const query = parse('?missing=test-scores&q=lind&term=202708&late=yes&since=2027-03-09&unread=yes');
    expect(activeFilters(query).map(([key, value]) => filterText(partner, key, value))).toEqual([
      'Search: lind',
      'Missing: test scores',
      'Term: Fall 2027',
      'Late: Yes',
      'Unread by me',
      'Submitted from: March 9, 2027',
    ]);
  });
});

describe('the order of the list', () => {
  it('changes when a column is pressed, and returns to the newest first', () => {
    expect(orderAfterPress('Submitted', 'newest')).toBe('oldest');
    expect(orderAfterPress('Submitted', 'oldest')).toBe('newest');
    expect(orderAfterPress('Name', 'newest')).toBe('name');
    expect(orderAfterPress('Name', 'name')).toBe('newest');
    expect(orderAfterPress('Status', 'newest')).toBeUndefined();
  });
});
