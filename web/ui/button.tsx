import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  readonly look?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'ghost';
  /** 'next' is 10 by 3 rem, 'regular' 15 by 3 (platform specification, point 2); 'fit' is as wide as its words. */
  readonly size?: 'next' | 'regular' | 'fit' | 'wide';
  /** Busy buttons stay in reach of the keyboard and say that they work. */
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
