import { type ReactNode, Suspense, useId } from 'react';
import {
  type Block as AnyBlock,
  type Branch as AnyBranch,
  type Notice as AnyNotice,
  type Trigger as AnyTrigger,
  type Ask,
  branchesOf,
  type Section,
} from '../../shared/form/index.ts';
import { Field } from '../fields/field.tsx';
import { Button } from '../ui/button.tsx';
import { lazily } from '../ui/lazily.ts';
import { AddAnother } from './add-another.tsx';
import { choose } from './answer.ts';
import { useShown, useValue } from './standing.ts';

const TabGroup = lazily(async () => ({ default: (await import('./tab-group.tsx')).TabGroup }));

export const Blocks = ({ blocks }: { blocks: readonly AnyBlock[] }): ReactNode =>
  // The form is fixed while it is open: a block's place is its name.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  blocks.map((block, index) => <Block key={index} block={block} />);

/** Draws one block; what shows when is `branchesOf`'s to say. */
function Block({ block }: { block: AnyBlock }): ReactNode {
  switch (block.type) {
    case 'ask':
      return <Asked block={block} />;
    case 'notice':
      return <Notice block={block} />;
    case 'section':
      return <Inner block={block} />;
    case 'trigger':
      return <Trigger block={block} />;
    case 'tabs':
      return (
        <Suspense>
          <TabGroup block={block} draw={(blocks) => <Blocks blocks={blocks} />} />
        </Suspense>
      );
    case 'addAnother':
      return (
        <AddAnother block={block}>
          <Branches block={block} />
        </AddAnother>
      );
    case 'when':
    case 'firstOf':
    case 'byAnswer':
      return <Branches block={block} />;
  }
}

const Asked = ({ block }: { block: Ask }) => (
  <div className="grid">
    {Object.entries(block.questions).map(([key, question]) => (
      <Field key={key} name={key} question={question} />
    ))}
  </div>
);

const Notice = ({ block: { text, link, blocks } }: { block: AnyNotice }) => (
  <div className="notice" id={blocks} tabIndex={-1} data-stops={blocks === undefined ? undefined : true}>
    <p>{text}</p>
    {link && <a href={link.href}>{link.label}</a>}
  </div>
);

/** Its title names the group: several of them ask the same questions. */
function Inner({ block }: { block: Section }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be a heading that stands in the outline everywhere
    <div role="group" className="inner-section" aria-labelledby={id}>
      <h3 id={id}>{block.title}</h3>
      {block.intro && <p className="intro">{block.intro}</p>}
      <Blocks blocks={block.blocks} />
    </div>
  );
}

const Branches = ({ block }: { block: AnyBlock }): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the branches of a block are fixed
  branchesOf(block).map((branch, index) => <Branch key={index} branch={branch} />);

const Branch = ({ branch: { guards, blocks } }: { branch: AnyBranch }) =>
  useShown(guards) && blocks.length > 0 ? <Blocks blocks={blocks} /> : null;

/** A checkbox is a question like any other; a button turns the same answer over. */
function Trigger({ block }: { block: AnyTrigger }) {
  const isOn = useValue(block.key) === true;
  return (
    <>
      {block.by === 'checkbox' ? (
        <div className="grid">
          <Field name={block.key} question={block.question} />
        </div>
      ) : (
        <Button aria-pressed={isOn} onClick={() => choose(block.key, !isOn)}>
          {block.question.label}
        </Button>
      )}
      <Branches block={block} />
    </>
  );
}
