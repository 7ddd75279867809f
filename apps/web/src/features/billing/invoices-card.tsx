import type { Invoice } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Receipt } from 'lucide-react';
import { formatDate } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Badge } from '#/ui/badge.tsx';
import { Card } from '#/ui/card.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { invoicesQuery } from './billing.queries.ts';
import { formatPrice } from './format-price.ts';

/** Payments with their invoices. */
export function InvoicesCard() {
  const { data, error, refetch } = useQuery(invoicesQuery(useScope()));
  return (
    <Card title="Invoices" subtitle="The latest 24 invoices" isFlush>
      {data && data.length > 0 && <InvoicesTable invoices={data} />}
      {data?.length === 0 && (
        <EmptyState icon={<Receipt aria-hidden />} title="No invoices yet" headingLevel={3}>
          Invoices appear here after your first payment.
        </EmptyState>
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading invoices" className="px-5 pb-5">
          <Skeleton className="h-12" />
        </div>
      )}
      {!data && error && (
        <RetryAlert
          what="the invoices"
          error={error}
          onRetry={() => void refetch()}
          className="mx-5 mb-5"
        />
      )}
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
