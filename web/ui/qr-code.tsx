import { encode } from 'uqr';
import './qr-code.css';

/** The dark modules of a QR code as one SVG path, with a unit square each. */
const qrPath = (rows: readonly (readonly boolean[])[]) =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');

/**
 * A QR code for the camera of another device. Callers also show a text alternative for users who cannot scan
 * it.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path className="qr-code-base" d={`M0 0h${size}v${size}h-${size}z`} />
      <path d={qrPath(data)} />
    </svg>
  );
}
