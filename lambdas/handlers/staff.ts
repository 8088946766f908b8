import { service as calls } from '../../shared/api/staff.ts';
import { serve } from '../http/serve.ts';
import { applicationResponse, documentResponse, pdfResponse } from '../http/staff-view.ts';
import { readApplication } from '../store/application.ts';

export const handler = serve(calls, {
  async getApplication({ caller: { sub } }) {
    return applicationResponse(await readApplication(sub));
  },

  async getPdf({ caller: { sub } }) {
    return pdfResponse(sub);
  },

  async viewDocument({ caller: { sub }, params: { answer_key } }) {
    return documentResponse(await readApplication(sub), answer_key);
  },
});
