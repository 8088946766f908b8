import { type ComponentType, type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import {
  type AddAnother as AnyAddAnother,
  type Block as AnyBlock,
  type Branch as AnyBranch,
  type Notice as AnyNotice,
  type Trigger as AnyTrigger,
  type Ask,
  type Fold,
  isEmpty,
  keysIn,
  type Section,
  type Tabs,
} from '../../shared/form/index.ts';
import { FieldFrame } from '../fields/field-frame.tsx';
import { chooseAnswer } from '../form-state/edit-answer.ts';
import { useErrors } from '../form-state/errors.ts';
import { useForm, useIsVisible, useValue } from '../form-state/form-store.ts';
import { Button } from '../ui/button.tsx';
import { isWideScreen } from '../ui/dom.ts';
import { AddAnother } from './add-another.tsx';
import { renderField } from './field.tsx';
import { TabGroup } from './tab-group.tsx';

/**
 * Optional questions, folded on a phone, or at every width. Never while one of them has an answer or an
 * error; and once open, only the applicant closes them. The browser's search finds folded text and opens it.
 */
function Folded({ block }: { block: Fold }) {
  const keys = useMemo(() => keysIn([block]), [block]);
  const hasAnswer = useForm(keys, ({ answers }) => keys.some((key) => !isEmpty(answers[key])));
  const errors = useErrors();
  const mustShow = hasAnswer || keys.some((key) => key in errors);
  const [isOpen, setOpen] = useState(mustShow);
  if (mustShow && !isOpen) setOpen(true);
  useEffect(() => {
    if (isWideScreen() && !block.everyWidth) setOpen(true);
  }, [block]);
  return (
    <details className="folded" data-every-width={block.everyWidth || undefined} open={isOpen || undefined}>
      <summary>
        {block.title} <span className="optional">(optional)</span>
      </summary>
      <div className="blocks">
        <Branches block={block} />
      </div>
    </details>
  );
}

/** Blocks never change while the form is open, so the index is a stable key. */
const renderBlocks = (blocks: readonly AnyBlock[]): ReactNode =>
  blocks.map((block, index) => {
    const Block = components[block.type] as ComponentType<{ block: AnyBlock }>;
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    return <Block key={index} block={block} />;
  });

const Questions = ({ block }: { block: Ask }) => (
  <div className="grid">
    {Object.entries(block.questions).map(([key, question]) => renderField(key, question))}
  </div>
);

/**
 * A blocking notice is announced by `Announcements`, whose live region exists before the text. The label of
 * its link is part of the text, or follows it.
 */
function Notice({ block: { text, link, blockingKey } }: { block: AnyNotice }) {
  const [before, after] =
    link !== undefined && text.includes(link.label) ? text.split(link.label) : [`${text} `];
  return (
    <p
      className="notice"
      id={blockingKey}
      tabIndex={-1}
      data-stops={blockingKey === undefined ? undefined : true}
    >
      {before}
      {link && <a href={link.href}>{link.label}</a>}
      {after}
    </p>
  );
}

/** The title names the group, because several groups have the same questions. */
function InnerSection({ block }: { block: Section }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser shows a heading in a legend in the outline
    <div role="group" className="stack inner-section" aria-labelledby={id}>
      <h3 id={id}>{block.title}</h3>
      {block.intro && <p className="intro">{block.intro}</p>}
      <Branches block={block} />
    </div>
  );
}

export const Branches = ({ block }: { block: AnyBlock }): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the branches of a block are fixed
  block.branches.map((branch, index) => <Branch key={index} branch={branch} />);

const Branch = ({ branch: { rules, blocks } }: { branch: AnyBranch }) =>
  useIsVisible(rules) ? renderBlocks(blocks) : null;

/**
 * A button that toggles an answer. It is in a frame, which shows its errors and is the target of summary
 * links.
 */
function ToggleButton({ block: { key, question } }: { block: AnyTrigger }) {
  const isOn = useValue(key) === true;
  return (
    <FieldFrame name={key} question={question} hasOwnLabel>
      {({ id, describedBy }) => (
        <Button
          id={id}
          aria-pressed={isOn}
          aria-describedby={describedBy}
          onClick={() => chooseAnswer(key, !isOn)}
        >
          {question.label}
        </Button>
      )}
    </FieldFrame>
  );
}

/** A trigger by checkbox renders like any other question. */
const Trigger = ({ block }: { block: AnyTrigger }) => (
  <>
    <div className="grid">
      {block.by === 'checkbox' ? renderField(block.key, block.question) : <ToggleButton block={block} />}
    </div>
    <Branches block={block} />
  </>
);

const AddAnotherBlock = ({ block }: { block: AnyAddAnother }) => (
  <AddAnother
    block={block}
    // biome-ignore lint/suspicious/noArrayIndexKey: the branches of a block are fixed
    copies={block.branches.map((branch, index) => <Branch key={index} branch={branch} />)}
  />
);

const TabsBlock = ({ block }: { block: Tabs }) => <TabGroup block={block} renderBlocks={renderBlocks} />;

type BlockComponents = {
  readonly [Type in AnyBlock['type']]: ComponentType<{ block: Extract<AnyBlock, { type: Type }> }>;
};

/** The component of each type of block. */
const components: BlockComponents = {
  ask: Questions,
  notice: Notice,
  section: InnerSection,
  fold: Folded,
  trigger: Trigger,
  tabs: TabsBlock,
  addAnother: AddAnotherBlock,
  when: Branches,
};
