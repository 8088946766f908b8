import type { ZipFile } from '../../shared/api/console-replies.ts';
import { staffExportRoutes } from '../../shared/api/console-routes.ts';
import type { ReplyOf } from '../../shared/api/index.ts';
import { queryClient } from '../api-client/queries.ts';
import { callStaff } from './call-staff.ts';

type Zips = ReplyOf<typeof staffExportRoutes.listZips>;

const queryKey = ['staff', 'zips'] as const;
const pollMs = 2_000;

export const isRunning = ({ state }: Pick<ZipFile, 'state'>): boolean =>
  state === 'preparing' || state === 'writing';

/** The person's ZIP files, polled while one is being made. */
export const zipsQuery = {
  queryKey,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    callStaff(staffExportRoutes.listZips, {}, { signal }),
  staleTime: 0,
  refetchOnMount: true,
  refetchInterval: ({ state }: { readonly state: { readonly data: Zips | undefined } }) =>
    state.data?.zips.some(isRunning) ? pollMs : false,
} as const;

const show = (zips: Zips): Zips => {
  queryClient.setQueryData(queryKey, zips);
  return zips;
};

export const requestZip = async (applicants: string[]): Promise<Zips> =>
  show(await callStaff(staffExportRoutes.createZip, { body: { applicants } }));

export const cancelZip = async (zip: string): Promise<Zips> =>
  show(await callStaff(staffExportRoutes.cancelZip, { params: { zip } }));

/** True if a ZIP file is still there. The call also confirms the person's role, which a link cannot. */
export const isZipThere = async (zip: string): Promise<boolean> =>
  show(await callStaff(staffExportRoutes.listZips, {})).zips.some(({ id }) => id === zip);
