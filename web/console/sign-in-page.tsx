import { currentPartner } from '../api-client/site-config.ts';
import { signInUrl } from './paths.ts';
import { useArrival } from './use-arrival.ts';

interface Props {
  readonly hasSignedOut?: boolean;
}

/** The page for people who are not signed in. */
export function SignInPage({ hasSignedOut = false }: Props) {
  const { name } = currentPartner();
  const title = hasSignedOut ? 'You are signed out' : 'Admissions console';
  useArrival(title, title);
  return (
    <main id="main" className="sign-in">
      <div className="card">
        <span className="crest" aria-hidden="true">
          {name[0]}
        </span>
        <p className="sign-in-name">{name}</p>
        <h1 tabIndex={-1}>{title}</h1>
        <p>{hasSignedOut ? 'To open the admissions console again, sign in.' : 'For admissions staff.'}</p>
        <a className="button" data-look="primary" data-size="wide" href={signInUrl()}>
          Sign in with your university account
        </a>
        {!hasSignedOut && (
          <p className="hint">
            Applying? <a href="/about">Go to the application.</a>
          </p>
        )}
      </div>
    </main>
  );
}
