import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/screens/axe';
import { options } from '../../../test/specification/lists';
import * as specified from '../../../test/specification/public-screens';
import { blogPosts, featuredPost } from '../../content/publications/blog-posts';
import { PostList } from '../../features/blog/post-list';
import { BlogPage } from './blog-page';

const routerAt = (at: string, page = <BlogPage />) =>
  createMemoryRouter([{ path: '/blog', element: <main>{page}</main> }], { initialEntries: [at] });

function open(at = '/blog', page = <BlogPage />) {
  const router = routerAt(at, page);
  return { router, user: userEvent.setup(), ...render(<RouterProvider router={router} />) };
}

const titles = () =>
  within(screen.getByRole('region', { name: 'Latest Posts' }))
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);

describe('News & Updates', () => {
  test('has its heading, a featured story and nine posts', () => {
    open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(specified.blog.title);
    const featured = within(screen.getByRole('region', { name: 'Featured Story' }));
    expect(featured.getByRole('heading', { level: 3 }).textContent).toBe(featuredPost.title);
    expect(titles()).toEqual(blogPosts.map(({ title }) => title));
    expect(titles()).toHaveLength(9);
  });

  test('each post has all its fields, and an id to link to', () => {
    open();
    for (const post of [featuredPost, ...blogPosts]) {
      const article = document.getElementById(post.id) as HTMLElement;
      const text = article.textContent;
      for (const part of [post.excerpt, post.author, post.category, post.readTime])
        expect(text).toContain(part);
      expect(article.querySelector('time')?.dateTime).toBe(post.date);
      expect(within(article).getByRole('img', { name: post.imageAlt })).toBeTruthy();
    }
  });

  test('the nine popular tags are not interactive', () => {
    open();
    const heading = screen.getByRole('heading', { name: 'Popular Tags' });
    const list = heading.parentElement?.parentElement?.querySelector('ul') as HTMLElement;
    expect(within(list).getAllByRole('listitem')).toHaveLength(options.blogTags);
    expect(list.querySelector('a, button')).toBeNull();
  });

  test('ignores the query before hydration', () => {
    const html = (at: string) =>
      renderToStaticMarkup(<RouterProvider router={routerAt(at)} />).replaceAll(/_R_\w+_/g, '');
    expect(html('/blog?category=policy-updates')).toBe(html('/blog'));
  });
});

test('has the newsletter form', () => {
  open();
  expect(screen.getByRole('button', { name: 'Subscribe' })).toBeTruthy();
});

describe('the category filter', () => {
  const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

  test('offers the fixed categories and starts with all of them', () => {
    open();
    const offered = screen.getAllByRole<HTMLInputElement>('radio');
    expect(offered.map((radio) => radio.labels?.[0]?.textContent)).toEqual(options.blogCategories);
    expect(choice('All Posts').checked).toBe(true);
    expect(screen.getByText('Showing 9 of 9 posts').getAttribute('role')).toBe('status');
  });

  test('shows and counts one category and stores it in the URL', async () => {
    const { router, user } = open();
    await user.click(choice('Forum Highlights'));
    expect(titles()).toEqual([
      'The Question That Ran Long',
      'Two Days in the Valley',
      'First Night in the Dining Hall',
    ]);
    expect(screen.getByRole('status').textContent).toBe('Showing 3 of 9 posts');
    expect(router.state.location.search).toBe('?category=forum-highlights');
    expect(router.state.historyAction).toBe('REPLACE');
    await user.click(choice('All Posts'));
    expect(titles()).toHaveLength(9);
    expect(router.state.location.search).toBe('');
  });

  test.each([
    ['research-reports', 'Research Reports', 2],
    ['teacher-spotlights', 'Teacher Spotlights', 2],
    ['policy-updates', 'Policy Updates', 2],
    ['no-such-category', 'All Posts', 9],
  ])('?category=%s opens with %s', (value, label, shown) => {
    open(`/blog?category=${value}`);
    expect(choice(label).checked).toBe(true);
    expect(titles()).toHaveLength(shown);
  });

  test('the featured story is shown with every category', () => {
    open('/blog?category=policy-updates');
    expect(screen.getByRole('heading', { name: featuredPost.title })).toBeTruthy();
  });

  test('a category without posts shows a message, and Clear filters shows all posts', async () => {
    const posts = blogPosts.filter(({ category }) => category !== 'Policy Updates');
    const { user } = open('/blog?category=policy-updates', <PostList posts={posts} />);
    expect(screen.getByText('No posts in this category yet')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Showing 0 of 7 posts');
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(screen.getAllByRole('article')).toHaveLength(7);
    expect(document.activeElement).toBe(screen.getByRole('status'));
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });
});
