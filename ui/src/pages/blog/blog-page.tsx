/** News and updates. */
import { Card } from '../../components/card';
import { PageHero } from '../../components/page-hero';
import { Section, SectionHeading } from '../../components/section';
import { blog } from '../../content/blog';
import { blogPosts } from '../../content/blog-posts';
import { PostList } from '../../features/blog/post-list';
import { BlogNewsletter } from '../../features/newsletter/blog-newsletter';
import { FeaturedStory } from './featured-story';

export function BlogPage() {
  return (
    <>
      <PageHero eyebrow={blog.eyebrow} title={blog.title} lead={blog.lead} picture={blog.scene} />
      <FeaturedStory />
      <Section labelledBy="latest-posts">
        <h2 id="latest-posts" className="mb-6 text-[1.75rem] sm:text-4xl">
          {blog.posts.title}
        </h2>
        <PostList posts={blogPosts} />
      </Section>
      <Section tone="sand" className="grid gap-12 lg:grid-cols-2 lg:gap-16">
        <PopularTags />
        <Newsletter />
      </Section>
    </>
  );
}

function PopularTags() {
  const { title, lead, labels } = blog.tags;
  return (
    <div>
      <SectionHeading lead={lead} className="mb-6 sm:mb-7">
        {title}
      </SectionHeading>
      <ul className="flex flex-wrap gap-3">
        {labels.map((label) => (
          <li
            key={label}
            className="rounded-md border-l-4 border-clay bg-white px-3.5 py-1.5 text-[0.98rem] font-medium"
          >
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Newsletter() {
  const { title, lead } = blog.newsletter;
  return (
    <Card data-print="hide">
      <h2 className="text-[1.75rem]">{title}</h2>
      <p className="mt-2 mb-6 text-muted">{lead}</p>
      <BlogNewsletter />
    </Card>
  );
}
