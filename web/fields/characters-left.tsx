import { useEffect, useRef, useState } from 'react';

const pause = 1_000;
/** From here on it matters: the last tenth. */
const near = 0.9;

/** How many characters are left, said politely when somebody who comes near the limit pauses (accessibility, 4.1.3). */
export function CharactersLeft({ length, limit }: { length: number; limit: number }) {
  const [said, setSaid] = useState('');
  const before = useRef(length);
  useEffect(() => {
    if (before.current === length) return;
    before.current = length;
    const left = limit - length;
    const words = left === 1 ? '1 character left' : `${left} characters left`;
    const timer = setTimeout(() => setSaid(length >= near * limit ? words : ''), pause);
    return () => clearTimeout(timer);
  }, [length, limit]);
  return (
    <p className="unseen" role="status">
      {said}
    </p>
  );
}
