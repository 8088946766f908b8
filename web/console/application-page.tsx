import { Link, useParams, useSearchParams } from 'react-router';
import { isAllowed } from '../../shared/api/staff-roles.ts';
import { useQuery } from '../api-client/queries.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { Answers, pageId } from './answers.tsx';
import { ApplicationActions } from './application-actions.tsx';
import { ApplicationFacts } from './application-facts.tsx';
import { Checklist } from './checklist.tsx';
import { Documents } from './documents.tsx';
import { History } from './history.tsx';
import { parseListQuery, searchOf } from './list-query.ts';
import { type Place, useNeighbors } from './neighbors.ts';
import { Notes } from './notes.tsx';
import { listPath } from './paths.ts';
import { Loaded } from './problem.tsx';
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

interface HeadProps {
  readonly applicant: string;
  /** undefined until the facts have loaded. */
  readonly name: string | undefined;
  /** True if the answers are shown. */
  readonly hasPages: boolean;
}

/** The line that stays in view: the applicant, the pages of the form, and the neighbors in the list. */
function Head({ applicant, name = 'Application', hasPages }: HeadProps) {
  const [params] = useSearchParams();
  const { previous, next, isElsewhere } = useNeighbors(applicant, parseListQuery(params));
  return (
    <div className="row application-head">
      <h1 tabIndex={-1} translate="no">
        {name}
      </h1>
      {hasPages && (
        <nav className="application-pages" aria-label="Pages of the form">
          {partnerForm().pages.map(({ path, label }) => (
            <a key={path} href={`#${pageId(path)}`}>
              {label}
            </a>
          ))}
        </nav>
      )}
      {!isElsewhere && (
        <nav className="application-neighbors" aria-label="List">
          <NeighborLink place={previous} text="Previous" />
          <NeighborLink place={next} text="Next" />
        </nav>
      )}
    </div>
  );
}

function BackToList({ applicant }: { readonly applicant: string }) {
  const [params] = useSearchParams();
  const list = { pathname: listPath, search: searchOf(parseListQuery(params)) };
  return (
    <p className="application-back">
      <Link to={list} state={{ opened: applicant }}>
        Back to the list
      </Link>
    </p>
  );
}

/** The parts of an application that the person's roles include. */
function Application({ applicant }: { readonly applicant: string }) {
  const { roles } = useMember();
  const [mayRead, mayNote] = [isAllowed(roles, 'read'), isAllowed(roles, 'notes')];
  const loadedFacts = useQuery(factsQuery(applicant));
  const facts = loadedFacts.data;
  const answers = useQuery({ ...answersQuery(applicant), enabled: mayRead });
  useArrival(
    facts === undefined ? 'Application' : `Application ${facts.confirmation}`,
    `application ${applicant}`,
  );
  return (
    <main id="main" className="page application-page">
      <BackToList applicant={applicant} />
      <Head
        applicant={applicant}
        name={facts?.name}
        hasPages={facts !== undefined && answers.data !== undefined}
      />
      <Loaded query={loadedFacts}>
        {(facts) => (
          <>
            <div className="row application-line">
              <p className="confirmation">
                Confirmation number <span translate="no">{facts.confirmation}</span>
              </p>
              {mayRead && <ApplicationActions applicant={applicant} />}
            </div>
            <WithdrawnNotice facts={facts} />
            <div className="application-columns" data-single={!mayRead || undefined}>
              <ApplicationFacts facts={facts} application={answers.data} />
              <div className="stack application-side">
                <Checklist facts={facts} />
                {answers.data && <Documents applicant={applicant} application={answers.data} />}
                {mayNote && <Notes applicant={applicant} />}
                {mayNote && <History applicant={applicant} />}
              </div>
              {mayRead && (
                <div className="application-answers" data-columns>
                  <Loaded query={answers} loading="Loading the answers...">
                    {(application) => <Answers application={application} />}
                  </Loaded>
                </div>
              )}
            </div>
          </>
        )}
      </Loaded>
    </main>
  );
}

/** One application. Its URL has the query of the list that it was opened from. */
export default function ApplicationPage() {
  const { applicant = '' } = useParams();
  return <Application key={applicant} applicant={applicant} />;
}
