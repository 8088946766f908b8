import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { isAllowed } from '../../shared/api/staff-roles.ts';
import { useQuery } from '../api-client/queries.ts';
import { speak } from '../ui/speak.ts';
import { Answers } from './answers.tsx';
import { ApplicationActions } from './application-actions.tsx';
import { ApplicationFacts } from './application-facts.tsx';
import { Checklist } from './checklist.tsx';
import { Corrections } from './corrections.tsx';
import { Documents } from './documents.tsx';
import { History } from './history.tsx';
import { useKeys } from './keys.ts';
import { parseListQuery, searchOf } from './list-query.ts';
import { type Place, useNeighbors } from './neighbors.ts';
import { Notes } from './notes.tsx';
import { listPath } from './paths.ts';
import { Problem } from './problem.tsx';
import { answersQuery, factsQuery } from './queries.ts';
import { useMember } from './session.ts';
import { useArrival } from './use-arrival.ts';
import { WithdrawnNotice } from './withdrawn-notice.tsx';
import './application.css';

const NeighborLink = ({ place, text }: { readonly place: Place | undefined; readonly text: string }) =>
  place === undefined ? (
    <span aria-hidden="true">{text}</span>
  ) : (
    <Link to={place} aria-label={`${text} application`}>
      {text}
    </Link>
  );

/** The way back to the list, and to the applications around this one. */
function Way({ applicant }: { readonly applicant: string }) {
  const [params] = useSearchParams();
  const { hash } = useLocation();
  const query = parseListQuery(params);
  const navigate = useNavigate();
  const { isElsewhere, ...neighbors } = useNeighbors(applicant, query);
  // The hash says if unanswered questions are shown.
  const [previous, next] = [neighbors.previous, neighbors.next].map((place) => place && { ...place, hash });
  const list = { pathname: listPath, search: searchOf(query) };
  const state = { opened: applicant };
  const open = (place: Place | undefined, end: string) =>
    place === undefined ? speak(`There is no ${end} application in the list.`) : void navigate(place);
  useKeys({
    j: () => open(next, 'next'),
    k: () => open(previous, 'previous'),
    u: () => void navigate(list, { state }),
  });
  return (
    <nav className="way" aria-label="List">
      <Link to={list} state={state}>
        Back to the list
      </Link>
      {!isElsewhere && (
        <span className="way-neighbors">
          <NeighborLink place={previous} text="Previous" />
          <NeighborLink place={next} text="Next" />
        </span>
      )}
    </nav>
  );
}

/** The parts of an application that the person's roles include. */
function Application({ applicant }: { readonly applicant: string }) {
  const { roles } = useMember();
  const [mayRead, mayNote] = [isAllowed(roles, 'read'), isAllowed(roles, 'notes')];
  const { data: facts, error, refetch } = useQuery(factsQuery(applicant));
  const answers = useQuery({ ...answersQuery(applicant), enabled: mayRead });
  useArrival(
    facts === undefined ? 'Application' : `Application ${facts.confirmation}`,
    `application ${applicant}`,
  );
  return (
    <main id="main" className="page application-page">
      <Way applicant={applicant} />
      <div className="application-head">
        <div>
          <h1 tabIndex={-1}>{facts?.name ?? 'Application'}</h1>
          {facts && <p className="confirmation">Confirmation number {facts.confirmation}</p>}
        </div>
        {facts && mayRead && <ApplicationActions applicant={applicant} />}
      </div>
      <Problem error={error} onRetry={() => void refetch()} />
      {facts === undefined && error === null && <p role="status">Loading...</p>}
      {facts && (
        <>
          <WithdrawnNotice facts={facts} />
          <ApplicationFacts facts={facts} application={answers.data} />
          <div className="application-columns" data-single={!mayRead || undefined}>
            <div className="application-side">
              {answers.data && <Corrections applicant={applicant} application={answers.data} />}
              <Checklist facts={facts} />
              {answers.data && <Documents applicant={applicant} application={answers.data} />}
              {mayNote && <Notes applicant={applicant} />}
              {mayNote && <History applicant={applicant} />}
            </div>
            {mayRead && (
              <div className="application-answers">
                <Problem error={answers.error} onRetry={() => void answers.refetch()} />
                {answers.data && <Answers application={answers.data} />}
                {answers.isPending && <p role="status">Loading the answers...</p>}
              </div>
            )}
          </div>
        </>
      )}
    </main>
  );
}

/** One application. Its URL has the query of the list that it was opened from. */
export default function ApplicationPage() {
  const { applicant = '' } = useParams();
  return <Application key={applicant} applicant={applicant} />;
}
