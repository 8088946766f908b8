import { useGoToAccount } from '../form-state/navigation.ts';
import { Link } from '../ui/link.tsx';

/** Shown to anonymous visitors where a question needs an account: uploads, tabs and repeated blocks. */
export function NeedsAccount({ className }: { className: 'hint' | 'notice' }) {
  const goToAccount = useGoToAccount();
  return (
    <p className={className}>
      This question can be finished once you have created an account.{' '}
      <Link
        to="/signup"
        onClick={(event) => {
          event.preventDefault();
          goToAccount('/signup');
        }}
      >
        Create an account
      </Link>
    </p>
  );
}
