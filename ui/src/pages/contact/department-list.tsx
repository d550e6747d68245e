/** The departments and their addresses, beside the form. */
import { MailLink } from '../../components/mail-text';
import { departments } from '../../content/marketing/contact';

export function DepartmentList() {
  return (
    <section aria-labelledby="departments" className="lg:pt-10">
      <h2 id="departments" className="text-[1.75rem] sm:text-3xl">
        {departments.title}
      </h2>
      <p className="mt-2 text-muted">{departments.lead}</p>
      <dl className="mt-7 divide-y divide-sand-deep border-y border-sand-deep">
        {departments.list.map(({ name, purpose, email }) => (
          <div key={name} className="pt-4.5 pb-3.5">
            <dt className="font-serif text-lg font-semibold">{name}</dt>
            <dd className="text-[0.95rem] text-muted">{purpose}</dd>
            <dd>
              <MailLink address={email} className="inline-block py-1" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
