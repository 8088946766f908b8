// Loaded before the product: shifts the clock of the local cloud. Functions run in threads, which do not load
// this file.
const shift = Number(process.env.CHAOS_CLOCK_SHIFT_SECONDS) * 1000;
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...args: readonly unknown[]) {
    if (args.length === 0) super(RealDate.now() + shift);
    else super(...(args as ConstructorParameters<typeof RealDate>));
  }

  static override now(): number {
    return RealDate.now() + shift;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
