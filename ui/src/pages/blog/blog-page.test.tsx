import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { renderPage } from '../../../test/screens/render-page';
import { blogPosts } from '../../content/publications/blog-posts';
import { PostList } from './blog-page';

test('a category without posts shows a message, and Clear filters shows all posts', async () => {
  const posts = blogPosts.filter(({ category }) => category !== 'Policy Updates');
  const Page = () => <PostList posts={posts} />;
  const { user } = renderPage(Page, '/blog', '/blog?category=policy-updates');
  const count = screen.getByText('Showing 0 of 7 posts');
  expect(screen.getByText('No posts in this category yet')).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(screen.getAllByRole('article')).toHaveLength(7);
  expect(document.activeElement).toBe(count);
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});
