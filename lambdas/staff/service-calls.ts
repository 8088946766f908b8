import type { service } from '../../shared/api/staff.ts';
import type { Handlers } from '../http/request.ts';
import { readApplication } from '../table/application.ts';
import { applicationResponse, documentResponse, pdfResponse } from './view.ts';

export const serviceCalls: Handlers<typeof service> = {
  async getApplication({ caller: { sub, audience } }) {
    return applicationResponse(await readApplication(sub), audience);
  },

  async getPdf({ caller: { sub, audience } }) {
    return pdfResponse(sub, audience);
  },

  async viewDocument({ caller: { sub, audience }, params: { answer_key } }) {
    return documentResponse(await readApplication(sub), audience, answer_key);
  },
};
