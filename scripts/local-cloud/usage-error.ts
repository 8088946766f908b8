/** A reason not to start, said in one sentence for the person at the keyboard. */
export class Refusal extends Error {
  override name = 'Refusal';
}
