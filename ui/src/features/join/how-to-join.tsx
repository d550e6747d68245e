/** One sentence with the way to apply that works today. */
import { Link } from 'react-router-dom';
import { join } from '../../content/join';
import { signUpPath } from '../../content/pages';
import { textLinkClasses } from '../../components/mail-text';

export function HowToJoin({ className }: { className?: string }) {
  return (
    <p className={className}>
      {join.before}
      <Link to={signUpPath} className={textLinkClasses}>
        {join.link}
      </Link>
      {join.after}
    </p>
  );
}
