import type { Article } from '../article';

export const article: Article = {
  blocks: [
    'Our Saturdays used to be planned to the minute. I know, because I planned them. At the Great Lakes forum the schedule gave forty minutes to the second question of the morning: “When did you last feel heard at work?” I had thought of it as a warm-up.',
    { heading: 'Forty minutes' },
    'For the first ten it went as usual. Then a kindergarten teacher said, “Can I answer for the last time I didn’t?” and told us about a meeting in which she had raised her hand, been nodded to and been passed over three times. She laughed as she told it. The man next to her, who teaches physics, did not. He had been in charge of such meetings for years, he said, and had just counted the hands he remembered.',
    'That is the moment I should have looked at the clock, and did not.',
    { heading: 'Two hours' },
    'What followed had little to do with being heard at forums, or by lawmakers. Teachers talked about principals, about department chairs, about themselves in front of a class. How long do you wait after a question? One of them had measured it once: a second and a half. He had thought it was five.',
    'By eleven the coffee was cold, and the lab that was to begin at half past ten had not been missed by anyone. The facilitator at the next table, a former debate coach, caught my eye and turned her watch over on the cloth.',
    { heading: 'What we changed' },
    'I used to believe that a full schedule shows respect for people’s time. I now think it shows respect for the schedule. Since that Saturday our mornings hold two questions in place of five. The second has no end time, only a lunch that waits. Note-takers mark the moment when people begin to answer each other and not the facilitator; it comes, on average, after about thirty-five minutes, which is when we used to move on.',
    { heading: 'And the physics teacher' },
    'He wrote in November. He had gone back to his school and changed one thing about the meetings he runs. Whoever is passed over may put a pencil upright on the table. “The first week there was a forest,” he wrote. “Last week there were two, and one of them was mine.”',
  ],
};
