import { describe, expect, it } from 'vitest';
import { keysOfBlock, removeBlockPatch } from '../../../shared/form/index.ts';
import { application } from '../../support/form.ts';

describe('removing a repeated block', () => {
  it('knows the keys of each block, labels included', () => {
    expect(keysOfBlock(application, 'honors', 3)).toEqual(['honors_3_name']);
    expect(keysOfBlock(application, 'legacy', 1)).toEqual([
      'legacy_first_name',
      'legacy_last_name',
      'legacy_relationship',
      'legacy_relationship_desc',
    ]);
    expect(keysOfBlock(application, 'parent', 1)).not.toContain('parent_2_first_name');
  });

  it('moves the blocks after it up and clears the last', () => {
    const answers = { honors_name: 'A', honors_2_name: 'B', honors_3_name: 'C' };
    expect(removeBlockPatch(application, { id: 'honors', number: 2, count: 3 }, answers)).toEqual({
      honors_2_name: 'C',
      honors_3_name: '',
    });
    expect(removeBlockPatch(application, { id: 'honors', number: 3, count: 3 }, answers)).toEqual({
      honors_3_name: '',
    });
  });

  it('clears the answer that only the first block asks', () => {
    const answers = {
      parent_first_name: 'Karin',
      parent_communication_preference: 'E',
      parent_communication_preference_desc: 'Email',
      parent_2_first_name: 'Jonas',
      parent_2_msu_employee: 'Y',
      parent_2_msu_employee_desc: 'Yes',
    };
    expect(removeBlockPatch(application, { id: 'parent', number: 1, count: 2 }, answers)).toEqual({
      parent_first_name: 'Jonas',
      parent_communication_preference: '',
      parent_communication_preference_desc: '',
      parent_msu_employee: 'Y',
      parent_msu_employee_desc: 'Yes',
      parent_2_first_name: '',
      parent_2_msu_employee: '',
      parent_2_msu_employee_desc: '',
    });
  });

  it('changes nothing between blocks with the same answers', () => {
    const same = { honors_name: 'A', honors_2_name: 'A' };
    expect(removeBlockPatch(application, { id: 'honors', number: 1, count: 2 }, same)).toEqual({
      honors_2_name: '',
    });
  });
});
