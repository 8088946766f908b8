import { AutocompleteCommand, GeoPlacesClient, GetPlaceCommand } from '@aws-sdk/client-geo-places';
import type { LookupResult } from '../../shared/api/document-replies.ts';
import type { LookupRecord } from '../../shared/lookup/record.ts';

/** An applicant waits for this at every keystroke: one retry, and a short timeout. */
const client = new GeoPlacesClient({
  maxAttempts: 2,
  requestHandler: { requestTimeout: 2_000, throwOnRequestTimeout: true },
});

/**
 * Amazon Location's terms: an address that is stored must be requested for storage. Suggestions are not
 * stored.
 */
const kept = { IntendedUse: 'Storage' } as const;
const notKept = { IntendedUse: 'SingleUse' } as const;
const Language = 'en';

/** '12 Elm Street, Quillhaven, MI 00130, United States' is shown as its first line and the rest. */
function resultOf({
  PlaceId = '',
  Address,
}: {
  PlaceId?: string | undefined;
  Address?: { Label?: string | undefined } | undefined;
}): LookupResult {
  const [first = '', ...rest] = (Address?.Label ?? '').split(', ');
  return { text: first, id: PlaceId, sub_text: rest.join(', '), address_line_1: first };
}

/** Addresses that begin with the typed text. */
export async function findAddresses(text: string, max: number): Promise<LookupResult[]> {
  if (text.trim() === '') return [];
  const { ResultItems = [] } = await client.send(
    new AutocompleteCommand({ QueryText: text, MaxResults: max, ...notKept, Language }),
  );
  return ResultItems.map(resultOf).filter(({ text, id }) => text !== '' && id !== '');
}

const unknown = ['ResourceNotFoundException', 'ValidationException'];

/** The address of an id; undefined when Amazon Location has none. */
export async function findAddressById(id: string): Promise<LookupRecord | undefined> {
  const found = await client
    .send(new GetPlaceCommand({ PlaceId: id, ...kept, Language }))
    .catch((error: unknown) => {
      if (error instanceof Error && unknown.includes(error.name)) return undefined;
      throw error;
    });
  const address = found?.Address;
  if (address === undefined) return undefined;
  const line = [address.AddressNumber, address.Street].filter(Boolean).join(' ');
  return {
    id,
    name: '',
    address_line_1: line || (address.Label ?? '').split(', ')[0] || '',
    city: address.Locality ?? '',
    state: address.Region?.Code ?? '',
    zip: address.PostalCode ?? '',
    country: address.Country?.Code3 ?? '',
    aliases: '',
    size: '',
    ceeb: '',
  };
}
