import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { environment } from '../runtime/environment.ts';

const eventBridge = new EventBridgeClient({});

/** Puts one event on the bus of the stage. EventBridge takes a call and may refuse its event all the same. */
export async function sendEvent(type: string, detail: Readonly<Record<string, unknown>>): Promise<void> {
  const { Entries = [] } = await eventBridge.send(
    new PutEventsCommand({
      Entries: [
        {
          Source: 'matricula',
          DetailType: type,
          Detail: JSON.stringify(detail),
          EventBusName: environment('EVENT_BUS'),
        },
      ],
    }),
  );
  const refused = Entries.find(({ ErrorCode }) => ErrorCode !== undefined);
  if (refused !== undefined)
    throw Object.assign(new Error(refused.ErrorMessage ?? 'The event was refused.'), {
      name: refused.ErrorCode,
    });
}
