import type { Invoice } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Receipt } from 'lucide-react';
import { formatDate } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Badge } from '#/ui/badge.tsx';
import { Card } from '#/ui/card.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { Loaded } from '#/ui/loaded.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { invoicesQuery } from './billing.queries.ts';
import { formatPrice } from './format-price.ts';

export function InvoicesCard() {
  const invoices = useQuery(invoicesQuery(useScope()));
  return (
    <Card title="Invoices" subtitle="The latest 24 invoices" isFlush>
      <Loaded
        query={invoices}
        what="the invoices"
        skeleton={<Skeleton className="h-12" />}
        className="mx-5 mb-5"
      >
        {(list) =>
          list.length > 0 ? (
            <InvoicesTable invoices={list} />
          ) : (
            <EmptyState icon={<Receipt aria-hidden />} title="No invoices yet" headingLevel={3}>
              Invoices appear here after your first payment.
            </EmptyState>
          )
        }
      </Loaded>
    </Card>
  );
}

function InvoicesTable({ invoices }: { invoices: Invoice[] }) {
  return (
    <Table label="Invoices">
      <TableHead>
        <TableHeader>Number</TableHeader>
        <TableHeader>Date</TableHeader>
        <TableHeader>Amount</TableHeader>
        <TableHeader>State</TableHeader>
        <TableHeader>Document</TableHeader>
      </TableHead>
      <TableBody>
        {invoices.map(({ id, number, createdAt, total, currency, status, pdfUrl, pageUrl }) => {
          const name = number ?? 'without number';
          const address = pdfUrl ?? pageUrl;
          return (
            <TableRow key={id}>
              <TableCell>{name}</TableCell>
              <TableCell className="whitespace-nowrap">{formatDate(createdAt)}</TableCell>
              <TableCell className="tabular">{formatPrice(total, currency)}</TableCell>
              <TableCell>
                <Badge tone={status === 'paid' ? 'passed' : 'neutral'}>
                  {states[status] ?? status}
                </Badge>
              </TableCell>
              <TableCell>
                {address && (
                  <a
                    href={address}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={`${pdfUrl ? 'PDF' : 'Page'} of invoice ${name}`}
                    className={linkClass}
                  >
                    {pdfUrl ? 'PDF' : 'View'}
                  </a>
                )}
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}

const states: Record<string, string> = {
  paid: 'Paid',
  open: 'Open',
  void: 'Void',
  uncollectible: 'Not collected',
};
