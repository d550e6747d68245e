/** Opens the home page with a toast about the completed action and a link to the next one. */
import { useNavigate } from 'react-router-dom';
import { showToast } from '../../components/feedback/toast';
import { paths } from '../../content/site/pages';

type Words = { title: string; description: string; action: string };

/** Without words, there is no toast. */
export function useLeaveForHome(): (words: Words | null, next: string) => void {
  const navigate = useNavigate();
  return (words, next) => {
    if (words !== null) {
      const { action, ...message } = words;
      showToast({ ...message, variant: 'success', action: { label: action, to: next } });
    }
    void navigate(paths.home, { replace: true });
  };
}
