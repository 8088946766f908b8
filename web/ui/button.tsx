import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  readonly look?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'ghost';
  /** 'next' is 10 by 3 rem, 'regular' 15 by 3, 'fit' as wide as its label. */
  readonly size?: 'next' | 'regular' | 'fit' | 'wide';
  /** A busy button stays focusable and is announced as disabled. */
  readonly isBusy?: boolean;
}

export function Button({
  look = 'secondary',
  size = 'regular',
  isBusy = false,
  type = 'button',
  onClick,
  className = '',
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={`button ${className}`.trim()}
      data-look={look}
      data-size={size}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
