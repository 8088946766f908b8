import { describe, expect, it } from 'vitest';
import { keysOfBlock, moveBlocksPatch } from '../../../shared/form/index.ts';
import { application } from '../../support/form.ts';

describe('moving repeated blocks', () => {
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

  it('moves the blocks after a removed one up and clears the last', () => {
    const answers = { honors_name: 'A', honors_2_name: 'B', honors_3_name: 'C' };
    expect(moveBlocksPatch(application, 'honors', [1, 3, undefined], answers)).toEqual({
      honors_2_name: 'C',
      honors_3_name: '',
    });
  });

  it('exchanges two blocks, and clears the answer that only the first asks', () => {
    const answers = {
      parent_first_name: 'Karin',
      parent_communication_preference: 'E',
      parent_communication_preference_desc: 'Email',
      parent_2_first_name: 'Jonas',
      parent_2_msu_employee: 'Y',
      parent_2_msu_employee_desc: 'Yes',
    };
    expect(moveBlocksPatch(application, 'parent', [2, 1], answers)).toEqual({
      parent_first_name: 'Jonas',
      parent_communication_preference: '',
      parent_communication_preference_desc: '',
      parent_msu_employee: 'Y',
      parent_msu_employee_desc: 'Yes',
      parent_2_first_name: 'Karin',
      parent_2_msu_employee: '',
      parent_2_msu_employee_desc: '',
    });
  });

  it('changes nothing in blocks that keep their place', () => {
    expect(moveBlocksPatch(application, 'honors', [1, 2], { honors_name: 'A', honors_2_name: 'B' })).toEqual(
      {},
    );
  });
});
