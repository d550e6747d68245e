/** The featured story, the posts with their filter, and at the foot what is talked about and the newsletter. */
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
      <Section tone="sand" className="grid items-center gap-12 lg:grid-cols-2 lg:gap-16">
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
      <ul className="grid gap-x-8 gap-y-3 sm:flex sm:flex-wrap sm:gap-y-4">
        {labels.map((label) => (
          <li
            key={label}
            className="flex items-center gap-3 font-serif text-xl font-semibold sm:text-2xl"
          >
            <span aria-hidden="true" className="h-4 w-2.5 rounded-doorway bg-clay" />
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
