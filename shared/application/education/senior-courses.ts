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

/** From the second course on: both or neither, and the missing one is marked (form specification, point 5). */
const withItsOther = (other: string, number: number): readonly RequiredWhen[] => [
  {
    message: `Course ${number}: Please complete both the name and the semester.`,
    when: [answered(other)],
  },
];

const rule = (label: string, other: string, number: number) =>
  number === 1 ? { required: label } : { requiredWhen: withItsOther(other, number) };

export const seniorCourses = ({ limits }: Partner) =>
  section(
    'Senior courses',
    [
      addAnother(
        'course',
        'senior_course',
        10,
        (course, number) => {
          const [name, semester] = [`Course ${number}: Name`, `Course ${number}: Semester`];
          return [
            askUnder(course, {
              name: text(name, { ...rule(name, `${course}_semester`, number), width: 'half' }),
              semester: select(semester, semesters, {
                ...rule(semester, `${course}_name`, number),
                width: 'half',
              }),
            }),
          ];
        },
        limits.seniorCourses,
      ),
    ],
    'Courses of your last year, finished or not.',
  );
