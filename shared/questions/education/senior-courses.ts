import {
  addAnother,
  answered,
  askUnder,
  type RequiredWhen,
  section,
  select,
  text,
} from '../../form/index.ts';
import { semesters } from '../../options/coded.ts';
import type { Partner } from '../../partners/partner.ts';

/** From the second course on, a name requires a semester and a semester requires a name. */
const requiredWithOther = (otherKey: string, number: number): readonly RequiredWhen[] => [
  {
    message: `Course ${number}: Please complete both the name and the semester.`,
    when: [answered(otherKey)],
  },
];

const requiredSettings = (label: string, otherKey: string, number: number) =>
  number === 1 ? { required: label } : { requiredWhen: requiredWithOther(otherKey, number) };

export const seniorCourses = ({ limits }: Partner) =>
  section(
    'Senior courses',
    [
      addAnother(
        'course',
        'senior_course',
        10,
        (prefix, number) => {
          const [name, semester] = [`Course ${number}: Name`, `Course ${number}: Semester`];
          return [
            askUnder(prefix, {
              name: text(name, { ...requiredSettings(name, `${prefix}_semester`, number), width: 'half' }),
              semester: select(semester, semesters, {
                ...requiredSettings(semester, `${prefix}_name`, number),
                width: 'half',
              }),
            }),
          ];
        },
        limits.seniorCourses,
      ),
    ],
    "List all your senior-year courses, even if you haven't finished them.",
  );
