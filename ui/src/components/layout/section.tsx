/** A full-width band of a page with a heading. */
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../lib/class-names';

/** The background. Neighboring sections have different backgrounds. */
export type SectionTone = 'paper' | 'white' | 'sand' | 'ink';

const grounds: Record<SectionTone, string> = {
  paper: 'bg-paper',
  white: 'border-y border-sand-deep bg-white',
  sand: 'bg-sand',
  ink: 'ink-band',
};

export interface SectionProps extends ComponentProps<'section'> {
  tone?: SectionTone;
  /** The id of the heading that names the section. */
  labelledBy?: string;
}

export function Section(props: SectionProps) {
  const { tone = 'paper', labelledBy, className, children, ...rest } = props;
  return (
    <section aria-labelledby={labelledBy} className={grounds[tone]} {...rest}>
      <div
        className={classNames(
          'mx-auto w-full max-w-7xl px-5 py-10 sm:px-8 sm:py-20 print:block print:px-0 print:py-6',
          className,
        )}
      >
        {children}
      </div>
    </section>
  );
}

export type TitledSectionProps = Omit<SectionProps, 'id' | 'labelledBy' | 'title'> &
  Pick<SectionHeadingProps, 'id' | 'eyebrow' | 'lead' | 'align'> & { title: string };

/** A section that starts with its heading. `id` is the id of the heading. */
export function TitledSection(props: TitledSectionProps) {
  const { id, title, eyebrow, lead, align, children, ...section } = props;
  return (
    <Section labelledBy={id} {...section}>
      <SectionHeading {...{ id, eyebrow, lead, align }} onDark={section.tone === 'ink'}>
        {title}
      </SectionHeading>
      {children}
    </Section>
  );
}

export interface SectionHeadingProps {
  children: ReactNode;
  /** The value of the section's `labelledBy`. */
  id: string;
  eyebrow?: string | undefined;
  lead?: ReactNode;
  align?: 'start' | 'center' | undefined;
  /** For the tone `ink`. */
  onDark?: boolean;
  className?: string;
}

export function SectionHeading(props: SectionHeadingProps) {
  const { children, id, eyebrow, lead, align = 'start', onDark = false, className } = props;
  return (
    <div
      className={classNames(
        'mb-7 max-w-3xl last:mb-0 sm:mb-12 sm:last:mb-0',
        align === 'center' && 'mx-auto text-center',
        className,
      )}
    >
      {eyebrow && (
        <p className={classNames('eyebrow mb-3', onDark ? 'text-gold' : 'text-clay')}>{eyebrow}</p>
      )}
      <h2 id={id} className="text-[1.75rem] sm:text-4xl">
        {children}
      </h2>
      {lead !== undefined && (
        <p className={classNames('mt-4 text-lg', onDark ? 'text-white/85' : 'text-muted')}>
          {lead}
        </p>
      )}
    </div>
  );
}
