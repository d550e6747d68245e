/** The status of the applications and of the membership, with dates. */
import { useQuery } from '@tanstack/react-query';
import { listOwnApplications, readApplication, type MyApplication } from '../../api/applications';
import { StatusBadge } from '../../components/feedback/status-badge';
import { RetryAlert } from '../../components/feedback/alert';
import { Skeleton } from '../../components/feedback/skeleton';
import { LinkButton } from '../../components/controls/button';
import { FactList } from '../../components/lists/fact-list';
import { DateTime } from '../../components/text/date-time';
import { ownMembership as words } from '../../content/account/account';
import { changeRequests } from '../../content/membership/change-requests';
import { nextSteps } from '../../content/membership/next-steps';
import { paths } from '../../content/site/pages';
import { countsAsMember, isApplicant, isMember, type Roles } from '../../session/roles';

export function OwnMembership({ roles }: { roles: Roles }) {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['applications', 'mine', 'all'],
    queryFn: ({ signal }) => listOwnApplications(signal),
    // An act on /apply changes them.
    gcTime: 0,
  });
  if (data === undefined) {
    return isFetching ? (
      <Skeleton label={words.loading} lines={2} />
    ) : (
      <RetryAlert retry={words.retry} onRetry={() => void refetch()}>
        {words.failed}
      </RetryAlert>
    );
  }
  return (
    <>
      <FactList
        none={words.none}
        facts={[
          [words.membership, <Membership key="membership" roles={roles} applications={data} />],
          [
            words.application,
            data.length === 0 ? null : (
              <ul key="applications" className="space-y-1">
                {data.map((application) => (
                  <li key={application.id}>
                    <Application application={application} />
                  </li>
                ))}
              </ul>
            ),
          ],
        ]}
      />
      {isApplicant(roles) && !countsAsMember(roles) && <NextLink newest={data[0]} />}
    </>
  );
}

type MembershipProps = { roles: Roles; applications: readonly MyApplication[] };

/** The approval grants the role. A role that an administrator granted has no date. */
function Membership({ roles, applications }: MembershipProps) {
  if (!countsAsMember(roles)) return words.notMember;
  const approved = applications.find(({ status }) => status === 'approved');
  const since = isMember(roles) ? approved?.reviewed_at : null;
  if (since === null || since === undefined) return words.member;
  return (
    <>
      {words.memberSince} <DateTime at={since} long />
    </>
  );
}

function Application({ application }: { application: MyApplication }) {
  const isAsked = useIsAsked(application);
  const { status, submitted_at, reviewed_at } = application;
  return (
    <>
      <span>{words[status]}</span> <DateTime at={reviewed_at ?? submitted_at} long />
      {reviewed_at !== null && (
        <span className="text-muted">
          , {words.submitted} <DateTime at={submitted_at} long />
        </span>
      )}
      {isAsked && (
        <>
          {' '}
          <StatusBadge tone="waiting">{changeRequests.form.title}</StatusBadge>
        </>
      )}
    </>
  );
}

/** False if the application cannot be read. The link to it shows a request too. */
function useIsAsked(pending: MyApplication | undefined): boolean {
  const id = pending?.status === 'pending' ? pending.id : undefined;
  const { data } = useQuery({
    queryKey: ['applications', 'requested', id],
    queryFn: ({ signal }) => readApplication(id ?? '', signal),
    enabled: id !== undefined,
    gcTime: 0,
  });
  return Boolean(data?.change_request);
}

function NextLink({ newest }: { newest: MyApplication | undefined }) {
  const isRejected = newest?.status === 'rejected';
  const { before, link, to } = nextSteps.asked;
  if (useIsAsked(newest)) {
    return (
      <div className="mt-5">
        <p className="mb-3">{before}</p>
        <LinkButton to={to}>{link}</LinkButton>
      </div>
    );
  }
  return (
    <div className="mt-5">
      {isRejected && <p className="mb-3">{words.mayApply}</p>}
      <LinkButton to={paths.apply} variant="secondary">
        {newest?.status === 'pending' ? words.see : isRejected ? words.applyAgain : words.apply}
      </LinkButton>
    </div>
  );
}
